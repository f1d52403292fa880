import { counter, type Registry } from '@ridgeline/kit/metrics';
import type { CredentialCheck } from './credential-problem.ts';
import { validationDefinitions } from '../metric-definitions.ts';

type Vendor = keyof CredentialCheck;

/** What this feature counts. */
export interface CheckMetrics {
  checked(vendor: Vendor, verdict: CredentialCheck[Vendor]['verdict']): void;
}

/** Counts what the vendors said of credentials. */
export function checkMetrics(registry: Registry): CheckMetrics {
  const checks = counter(registry, validationDefinitions.credentialChecks);
  return { checked: (vendor, verdict) => checks.inc({ vendor, verdict }) };
}
