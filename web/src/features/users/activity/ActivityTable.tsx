import { CloseCircleOutlined } from '@ant-design/icons';
import type { Activity } from '@ridgeline/contracts';
import { StatusTag } from '../../../ui/controls/StatusTag.tsx';
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx';
import { formatClock, formatDay, formatMoment } from '../../../ui/text/format.ts';
import { actionTexts, actorText, deviceText, partyText } from './activity-texts.ts';

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
    render: ({ actor, action, target, companyId }) => (
      <>
        {actorText({ actor, action })}
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

/** The result of an action; only a rejected one stands out. */
function ActivityResult({ result }: Pick<Activity, 'result'>) {
  return result === 'done' ? (
    <span className="activity-done">Done</span>
  ) : (
    <StatusTag tone="error" icon={CloseCircleOutlined} text="Refused" />
  );
}

/** The trail on phones: a card for each line. */
export function ActivityCards({ entries }: { readonly entries: readonly Activity[] }) {
  return (
    <ul className="user-cards" aria-label="Activity">
      {entries.map((entry) => (
        <ActivityCard key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function ActivityCard({ entry }: { readonly entry: Activity }) {
  const { at, action, result, target, companyId, address, userAgent, detail } = entry;
  const whom = partyText(target);
  const where = [address, deviceText(userAgent)].filter(Boolean).join(' · ');
  return (
    <li>
      <div className="activity-head">
        <strong>{actionTexts[action]}</strong>
        <ActivityResult result={result} />
      </div>
      <p className="activity-line">
        {actorText(entry)}
        {whom ? ` → ${whom}` : ''}
        {companyId ? ` (${companyId})` : ''}
      </p>
      {detail ? <p className="user-cards-note">{detail}</p> : null}
      <p className="user-cards-note numbers">
        <time dateTime={at}>{formatMoment(at)}</time>
        {where ? ` · ${where}` : ''}
      </p>
    </li>
  );
}
