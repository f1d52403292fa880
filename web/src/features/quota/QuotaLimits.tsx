import type { Quota } from '@ridgeline/contracts';
import { Until } from '../../ui/text/Ago.tsx';
import { percentOf } from '../../ui/text/format.ts';
import { dayLook, limitLook, type LimitLook } from './quota-display.ts';
import './quota.css';

/** Each limit with how much of it is used, by whom, and when it frees. */
export function QuotaLimits({ quota: { acculynx, hubspot, hubspotDay } }: { readonly quota: Quota }) {
  const day = dayLook(hubspotDay);
  return (
    <div className="quota-room">
      <ul className="quota">
        <Limit name="AccuLynx API key" look={limitLook(acculynx)} />
        <Limit name="HubSpot access token" look={limitLook(hubspot)} />
        {day ? (
          <Limit name="HubSpot portal" look={day} />
        ) : (
          <li>
            <strong>HubSpot portal</strong>
            <span className="quota-unknown">The use of today is known after the first call to HubSpot.</span>
          </li>
        )}
      </ul>
    </div>
  );
}

function Limit({
  name,
  look: { text, used, limit, notes, freesAt },
}: {
  readonly name: string;
  readonly look: LimitLook;
}) {
  const percent = percentOf(used, limit);
  return (
    <li>
      <strong>{name}</strong>
      <span
        className="quota-bar"
        role="meter"
        aria-label={`${name}: ${text}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className="numbers">{text}</span>
      <span className="quota-notes numbers">
        {notes.join(' · ')}
        {freesAt === null ? null : (
          <>
            {notes.length > 0 ? ' · ' : null}
            frees <Until time={freesAt} />
          </>
        )}
      </span>
    </li>
  );
}
