import type { Activity } from '@ridgeline/contracts';
import { DataTable, type Column } from '../../../components/DataTable.tsx';
import { formatMoment } from '../../../components/format.ts';
import { ActivityResult } from './ActivityResult.tsx';
import { actionTexts, deviceText, partyText } from './activity-texts.ts';

const columns: readonly Column<Activity>[] = [
  {
    title: 'When',
    key: 'when',
    width: '176px',
    render: ({ at }) => (
      <time className="numbers" dateTime={at} title={at}>
        {formatMoment(at)}
      </time>
    ),
  },
  {
    title: 'Who',
    key: 'who',
    render: ({ actor, companyId }) => (
      <>
        {partyText(actor) ?? 'Unknown'}
        {companyId ? <p className="activity-note">{companyId}</p> : null}
      </>
    ),
  },
  {
    title: 'What',
    key: 'what',
    width: '24%',
    render: ({ action, detail }) => (
      <>
        {actionTexts[action]}
        {detail ? <p className="activity-note">{detail}</p> : null}
      </>
    ),
  },
  { title: 'Whom', key: 'whom', render: ({ target }) => partyText(target) ?? '–' },
  {
    title: 'From where',
    key: 'where',
    width: '152px',
    render: ({ address, userAgent }) => (
      <div title={userAgent ?? undefined}>
        <span className="numbers">{address ?? '–'}</span>
        {userAgent ? <p className="activity-note">{deviceText(userAgent)}</p> : null}
      </div>
    ),
  },
  {
    title: 'Result',
    key: 'result',
    width: '128px',
    render: ({ result }) => <ActivityResult result={result} />,
  },
];

/** The trail on wide screens. */
export function ActivityTable({ entries }: { readonly entries: readonly Activity[] }) {
  return <DataTable label="Activity" columns={columns} rows={entries} keyOf={({ id }) => id} />;
}
