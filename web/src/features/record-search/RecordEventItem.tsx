import type { RecordEvent } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { StatusTag, type Tone } from '../../ui/controls/StatusTag.tsx';
import { toneIcon } from '../../ui/controls/tone-icons.ts';
import { Ago } from '../../ui/text/Ago.tsx';
import { migrationTitle, purposeOf } from '../summary/purpose.ts';
import { wordsOfOutcome } from '../migrations/outcomes.ts';
import { ChangedValues } from '../records/ChangedValues.tsx';

const tones: Readonly<Partial<Record<RecordEvent['outcome'], Tone>>> = {
  created: 'success',
  updated: 'success',
  removed: 'success',
  failed: 'error',
};

/** What happened to a record at one time: by what, why, and each value before and after. */
export function RecordEventItem({ event }: { readonly event: RecordEvent }) {
  const { outcome, dryRun, message, detail, changes, connectionId, connectionName } = event;
  const tone = dryRun ? 'neutral' : (tones[outcome] ?? 'neutral');
  return (
    <li>
      <div className="record-event-head">
        <StatusTag tone={tone} icon={toneIcon(tone)} text={wordsOfOutcome(outcome, purposeOf(event)).text} />
        <Origin event={event} />
        <span className="record-event-connection">
          {connectionName === '' ? `Connection #${connectionId}` : connectionName}
        </span>
        <span className="record-event-when numbers">
          <Ago time={event.at} />
        </span>
      </div>
      {message === null ? null : <p>{message}</p>}
      {detail === null ? null : <p className="record-event-detail">HubSpot: {detail}</p>}
      {changes.length === 0 ? null : <ChangedValues changes={changes} second={dryRun ? 'would be' : 'now'} />}
    </li>
  );
}

/** By which migration, or by auto-sync. */
function Origin({ event }: { readonly event: RecordEvent }) {
  const { migrationId: id, connectionId } = event;
  if (id === null) return <Link to={`/connections/${connectionId}`}>Auto-sync</Link>;
  return <Link to={`/migrations/${id}`}>{migrationTitle({ ...event, id })}</Link>;
}
