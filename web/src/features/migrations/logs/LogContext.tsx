import { acculynxUrl, type MigrationLog, type RecordKind } from '@ridgeline/contracts';
import { useId, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { truncated } from '../../../ui/text/CopyableId.tsx';
import { contextSummary } from './context-text.ts';
import { ContextTree } from './ContextTree.tsx';

interface LogContextProps {
  readonly log: MigrationLog;
  /** What the migration is about. */
  readonly kind: RecordKind;
}

/** What a line says beyond its message: a link to its record, and on demand everything, as a tree. */
export function LogContext({ log: { context, id }, kind }: LogContextProps) {
  const [open, setOpen] = useState(false);
  const treeId = useId();
  if (Object.keys(context).length === 0) return null;
  const { text, record } = contextSummary(context, kind);
  return (
    <>
      {record ? (
        <a
          href={acculynxUrl(record.kind, record.sourceId)}
          target="_blank"
          rel="noreferrer"
          title={record.sourceId}
        >
          AccuLynx {truncated(record.sourceId)}
        </a>
      ) : null}
      {text ? <span className="logs-context-text">{text}</span> : null}
      <Button
        look="link"
        small
        className="logs-more"
        aria-expanded={open}
        {...(open ? { 'aria-controls': treeId } : {})}
        aria-label={`${open ? 'Less' : 'More'} on line ${id}`}
        onClick={() => {
          setOpen(!open);
        }}
      >
        {open ? 'Less' : 'More'}
      </Button>
      {open ? (
        <div id={treeId}>
          <ContextTree context={context} />
        </div>
      ) : null}
    </>
  );
}
