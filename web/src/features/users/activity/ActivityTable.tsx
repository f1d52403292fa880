import type { Activity } from '@ridgeline/contracts';
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx';
import { formatClock, formatDay } from '../../../ui/text/format.ts';
import { actionTexts, deviceText, partyText } from './activity-texts.ts';
import { ActivityResult } from './ActivityResult.tsx';

const columns: readonly Column<Activity>[] = [
  {
    title: 'When',
    key: 'when',
    width: '144px',
    render: ({ at }) => (
      <time className="numbers" dateTime={at} title={at}>
        {formatDay(at)}
        <Note text={formatClock(at)} />
      </time>
    ),
  },
  {
    title: 'Who',
    key: 'who',
    render: ({ actor, target, companyId }) => (
      <>
        {partyText(actor) ?? 'Unknown'}
        {target ? null : <Note text={companyId} />}
      </>
    ),
  },
  {
    title: 'What',
    key: 'what',
    width: '21%',
    render: ({ action, detail }) => (
      <>
        {actionTexts[action]}
        <Note text={detail} />
      </>
    ),
  },
  {
    title: 'Whom',
    key: 'whom',
    render: ({ target, companyId }) =>
      target ? (
        <>
          {partyText(target)}
          <Note text={companyId} />
        </>
      ) : (
        '–'
      ),
  },
  {
    title: 'From where',
    key: 'where',
    width: '136px',
    render: ({ address, userAgent }) => (
      <span title={userAgent ?? undefined}>
        <span className="numbers">{address ?? '–'}</span>
        <Note text={deviceText(userAgent)} />
      </span>
    ),
  },
  {
    title: 'Result',
    key: 'result',
    width: '120px',
    render: ({ result }) => <ActivityResult result={result} />,
  },
];

/** The trail on wide screens. */
export function ActivityTable({ entries }: { readonly entries: readonly Activity[] }) {
  return <DataTable label="Activity" columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

/** What belongs to a cell, below it: the company, the reason, the browser. */
function Note({ text }: { readonly text: string | null }) {
  return text ? <span className="activity-note">{text}</span> : null;
}
