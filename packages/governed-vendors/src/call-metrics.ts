import { counter, histogram, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import type { CallReport, VendorRequest } from '@ridgeline/vendor-http';
import type { Vendor } from './fault-texts.ts';
import { callDefinitions } from './metric-definitions.ts';

type Result = LabelsOf<typeof callDefinitions.vendorCalls.labels>['result'];

/** Called with each vendor call that was made. */
export type OnCall = (vendor: Vendor, request: VendorRequest, report: CallReport) => void;

/** Statuses by which HubSpot reports a temporary problem although they are below 500. */
const cannotNow = new Set([423, 477]);

/** The outcome of a call, as it is counted. */
function resultOf(status: number | null): Result {
  if (status === null) return 'silent';
  if (status < 400) return 'ok';
  if (status === 429) return 'limited';
  if (status === 401 || status === 403) return 'refused';
  return status >= 500 || cannotNow.has(status) ? 'failed' : 'rejected';
}

/** Counts and measures calls to the vendors. */
export function measureCalls(registry: Registry): OnCall {
  const calls = counter(registry, callDefinitions.vendorCalls);
  const durations = histogram(registry, callDefinitions.vendorCallDuration);
  return (vendor, { method, path }, { status, durationMs }) => {
    const operation = `${method} ${path}`;
    calls.inc({ vendor, operation, result: resultOf(status) });
    durations.observe({ vendor, operation }, durationMs / 1_000);
  };
}
