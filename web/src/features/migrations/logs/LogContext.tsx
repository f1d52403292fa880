import {
  acculynxUrl,
  kindNamed,
  reasonInWords,
  type MigrationLog,
  type RecordKind,
} from '@ridgeline/contracts';
import { Button } from '../../../ui/controls/Button.tsx';
import { capitalized } from '../../../ui/text/format.ts';
import { kindInWords } from '../record-words.ts';

interface LogContextProps {
  readonly log: MigrationLog;
  /** The kind of the migration's own records. */
  readonly kind: RecordKind;
  readonly open: boolean;
  readonly onToggle: (id: number) => void;
}

const treeIdOf = ({ id }: MigrationLog): string => `context-${id}`;

/** What an entry has beyond its message: a link to its record, and a button that expands the whole context below. */
export function LogContext({ log, kind, open, onToggle }: LogContextProps) {
  const { context, id } = log;
  if (Object.keys(context).length === 0) return null;
  const { text, record } = contextSummary(context, kind);
  const page = record && acculynxUrl(record.kind, record.sourceId);
  return (
    <>
      {record && page !== null ? (
        <a href={page} target="_blank" rel="noreferrer" title={record.sourceId}>
          Open in AccuLynx
        </a>
      ) : null}
      {text ? <span className="logs-context-text">{text}</span> : null}
      <Button
        look="link"
        small
        className="logs-more"
        aria-expanded={open}
        {...(open ? { 'aria-controls': treeIdOf(log) } : {})}
        aria-label={`${open ? 'Less' : 'More'} on entry ${id}`}
        onClick={() => {
          onToggle(id);
        }}
      >
        {open ? 'Less' : 'More'}
      </Button>
    </>
  );
}

/** All fields of an entry's context, nested ones under their names. */
export function WholeContext({ log }: Pick<LogContextProps, 'log'>) {
  return (
    <div id={treeIdOf(log)} className="logs-whole-context">
      <Branch entries={Object.entries(log.context)} />
    </div>
  );
}

/** Context fields that the message already contains. */
const inMessage: ReadonlySet<string> = new Set([
  ...[
    'created',
    'updated',
    'unchanged',
    'removed',
    'skipped',
    'failed',
    'source',
    'difference',
    'name',
    'words',
  ],
  ...['skippedByReason', 'failedByReason', 'warnedByReason', 'alongside', 'countedBySource', 'foundAtEnd'],
  'addedOptions',
]);

type Context = MigrationLog['context'];

const has = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/**
 * An entry's context as searchable text: `AccuLynx id 0a1b · No email address in AccuLynx`. It starts with the kind of
 * record if that is not the migration's own kind.
 */
export function contextText({ kind, ...fields }: Context, own: RecordKind): string {
  const about = typeof kind === 'string' ? kind : own.name;
  const parts = Object.entries(fields)
    .filter(([name, value]) => !inMessage.has(name) && has(value))
    .map(([name, value]) => worded(name, value, about));
  return (about === own.name ? parts : [capitalized(kindInWords(about)), ...parts]).join(' · ');
}

/** The part of a context shown beside the message; the rest is shown below on demand. */
export interface ContextSummary {
  /** What the message does not say already. */
  readonly text: string;
  /** The record that the entry is about, with its kind; null if it is about none or about two. */
  readonly record: { readonly kind: string; readonly sourceId: string } | null;
}

/**
 * Only the whole context has these: the message says the reason, the field and what an association is between, a record is
 * a link, and the detail is what the vendor answered, of any length.
 */
const toldElsewhere: ReadonlySet<string> = new Set(['reason', 'field', 'sourceId', 'detail']);

export function contextSummary(context: Context, own: RecordKind): ContextSummary {
  const { kind, sourceId } = context;
  const about = typeof kind === 'string' ? kind : own.name;
  const record = typeof sourceId === 'string' && isRecord(about) ? { kind: about, sourceId } : null;
  const rest = Object.entries(context).filter(([name]) => !toldElsewhere.has(name));
  return { record, text: contextText(Object.fromEntries(rest), own) };
}

/** A record has an id in AccuLynx, and a page; an association has the ids of both its ends. */
const isRecord = (kind: string) => typeof kindNamed(kind)?.acculynxPage === 'string';

function worded(name: string, value: unknown, kind: string): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (name === 'reason') return reasonInWords(text, kind);
  if (name !== 'sourceId') return `${capitalized(name)} ${text}`;
  return isRecord(kind) ? `AccuLynx id ${text}` : `Between ${text.split('/').join(' and ')}`;
}

function Branch({ entries }: { readonly entries: readonly (readonly [string, unknown])[] }) {
  return (
    <ul className="context-tree">
      {entries.map(([name, value]) => (
        <li key={name}>{isBranch(value) ? <Nested name={name} value={value} /> : leaf(name, value)}</li>
      ))}
    </ul>
  );
}

function Nested({ name, value }: { readonly name: string; readonly value: object }) {
  const entries = Object.entries(value);
  return (
    <details open>
      <summary>
        {name} <span className="numbers">({entries.length})</span>
      </summary>
      <Branch entries={entries} />
    </details>
  );
}

const leaf = (name: string, value: unknown) => (
  <>
    {name}: <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
  </>
);

/** Whether there is something below it; an empty list or object is a leaf. */
const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;
