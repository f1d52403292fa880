import { getQuota, type Quota } from '@ridgeline/contracts';
import { useQuery } from '../../../api/use-query.ts';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { Until } from '../../../ui/text/Ago.tsx';
import { percentOf } from '../../../ui/text/format.ts';
import { dayLook, limitLook, type LimitLook } from './quota-display.ts';
import './quota.css';

/** Reading it makes no call to a vendor. */
const polled = { refreshInterval: 5_000, dedupingInterval: 1_000 } as const;

/** How the limits of the connection's credentials are used now. */
export function QuotaPanel({ connectionId }: { readonly connectionId: number }) {
  const { data, error, mutate } = useQuery(getQuota, { params: { id: String(connectionId) } }, polled);
  const retry = () => void mutate();
  return (
    <Panel title="Quota">
      {data ? (
        <LastKnown title="Could not refresh the quota" error={error} onRetry={retry}>
          <Limits quota={data} />
        </LastKnown>
      ) : error ? (
        <ErrorState title="Could not load the quota" error={error} onRetry={retry} />
      ) : (
        <Loading label="Loading the quota">
          <SkeletonRows rows={2} />
        </Loading>
      )}
    </Panel>
  );
}

function Limits({ quota: { acculynx, hubspot, hubspotDay } }: { readonly quota: Quota }) {
  const day = dayLook(hubspotDay);
  return (
    <ul className="quota">
      <Limit name="AccuLynx API key" look={limitLook(acculynx)} />
      <Limit name="HubSpot access token" look={limitLook(hubspot)} />
      {day ? (
        <Limit name="HubSpot portal" look={day} />
      ) : (
        <li>
          <strong>HubSpot portal</strong>
          <span className="connection-quiet">The use of today is known after the first call to HubSpot.</span>
        </li>
      )}
    </ul>
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
