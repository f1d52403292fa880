import { useNow } from '../../ui/text/Ago.tsx';
import { quotaLine } from './quota-display.ts';
import { QuotaLimits } from './QuotaLimits.tsx';
import { useQuota } from './use-quota.ts';
import './quota-line.css';

/**
 * A connection's limits in one line, which expands to show all of them. It says how long a vendor accepts no calls. Its
 * height is reserved while loading, and it polls only while it is visible.
 */
export function QuotaLine({ connectionId }: { readonly connectionId: number }) {
  const { data, error } = useQuota(connectionId);
  const now = useNow(1_000);
  if (!data)
    return (
      <p className="quota-line">
        {error === undefined ? "Loading the vendors' limits…" : "The vendors' limits could not be loaded."}
      </p>
    );
  return (
    <details className={error === undefined ? 'quota-line' : 'quota-line stale'}>
      <summary className="numbers">
        {quotaLine(data, now).map((part) => (
          <span key={part}>{part}</span>
        ))}
      </summary>
      <QuotaLimits quota={data} />
    </details>
  );
}
