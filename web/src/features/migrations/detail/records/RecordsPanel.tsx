import {
  endpointUrl,
  exportRecordsCsv,
  exportRecordsNdjson,
  type Migration,
  type RecordChanges,
} from '@ridgeline/contracts';
import { memo, useState } from 'react';
import { Button } from '../../../../ui/controls/Button.tsx';
import { useFocusFallback } from '../../../../ui/controls/keyboard-focus.ts';
import { FailureAlert } from '../../../../ui/controls/Notice.tsx';
import { FoldToggle } from '../../../../ui/page/FoldToggle.tsx';
import { IgnoredParameters } from '../../../../ui/page/IgnoredParameters.tsx';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { useScrollToPanel } from '../../../../ui/page/use-scroll-to-panel.ts';
import { isFinal } from '../../../live/migration-cache.ts';
import { useCauses } from '../causes/use-causes.ts';
import { isThere, useConnectionState } from '../use-connection-state.ts';
import { CorrectRecord } from './CorrectRecord.tsx';
import { mayRetry } from '../../following/may-follow.ts';
import { nothingStarted, useAttempt, useFollow } from '../../following/use-follow.ts';
import { sameFacts } from '../../same-facts.ts';
import { RecordFilters } from './RecordFilters.tsx';
import { RecordPages } from './RecordPages.tsx';
import { filterOf, recordsPanelId, useRecordsView, type RecordsView } from '../../records-view.ts';
import './records-panel.css';

/**
 * Each record with its values before and after: the point of a dry run that has ended, folded on every other page. Rows do not
 * change while the counts move.
 */
export const RecordsPanel = memo(function RecordsPanel({ migration }: { readonly migration: Migration }) {
  const { view, change, fold } = useRecordsView();
  const isPlan = migration.dryRun && isFinal(migration);
  const open = isPlan || view.open;
  useScrollToPanel(recordsPanelId, open);
  const toggle = (
    <FoldToggle
      open={open}
      what="records"
      about="Each record with its values before and after"
      onToggle={(wanted) => {
        if (wanted) change({});
        else fold();
      }}
    />
  );
  return (
    <Panel title="Records" id={recordsPanelId} extra={isPlan ? null : toggle}>
      {open ? <Records migration={migration} view={view} onChange={change} /> : null}
    </Panel>
  );
}, sameFacts);

interface RecordsProps {
  readonly migration: Migration;
  readonly view: RecordsView;
  readonly onChange: (part: Partial<RecordsView>) => void;
}

function Records({ migration, view, onChange }: RecordsProps) {
  const causes = useCauses(migration);
  const [whole, setWhole] = useState(false);
  const [correcting, setCorrecting] = useState<RecordChanges | null>(null);
  const usable = isThere(useConnectionState(migration));
  const { retry } = useFollow(migration);
  const { busy, failure, attempt } = useAttempt('Could not retry the record');
  const params = { id: String(migration.id) };
  const filter = filterOf(view);
  return (
    <>
      <IgnoredParameters names={view.ignored} />
      <RecordFilters {...{ migration, causes, view, whole, onChange }} onWhole={setWhole} />
      {failure ? <FailureAlert {...failure} fallback={nothingStarted} /> : null}
      <RecordPages
        {...{ migration, filter, whole }}
        actions={
          usable && mayRetry(migration)
            ? {
                busy,
                onRetry: ({ sourceId }, choice) => void attempt(sourceId, () => retry(choice)),
                onCorrect: setCorrecting,
              }
            : null
        }
        none={
          <NoRecords migration={migration} filtered={Object.keys(filter).length > 0} onChange={onChange} />
        }
      />
      <p className="records-exports">
        <a href={endpointUrl(exportRecordsCsv.path, params, filter)} download>
          Export records as CSV
        </a>
        <a href={endpointUrl(exportRecordsNdjson.path, params, filter)} download>
          Export records as NDJSON
        </a>
      </p>
      {correcting ? (
        <CorrectRecord
          record={correcting}
          migration={migration}
          onClose={() => {
            setCorrecting(null);
          }}
        />
      ) : null}
    </>
  );
}

interface NoRecordsProps extends Pick<RecordsProps, 'migration' | 'onChange'> {
  readonly filtered: boolean;
}

/** The search of the same panel: where the keyboard continues when the filters are cleared. */
const searchBeside = (button: HTMLElement) => button.closest('section')?.querySelector('input');

function NoRecords({ migration, filtered, onChange }: NoRecordsProps) {
  const clear = useFocusFallback<HTMLButtonElement>(searchBeside);
  if (filtered)
    return (
      <div className="records-none">
        <p>No records match these filters.</p>
        <Button
          ref={clear}
          onClick={() => {
            onChange({ outcome: null, kind: null, reason: null, search: '' });
          }}
        >
          Clear filters
        </Button>
      </div>
    );
  return (
    <p className="records-none">
      {isFinal(migration)
        ? 'It has no records: none were read, or they are no longer available. Its counts and summary are.'
        : 'No records yet. They appear as they are processed.'}
    </p>
  );
}
