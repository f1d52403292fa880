import { Counter, type Registry } from 'prom-client';
import type { CredentialCheck } from './credential-check.ts';

type Vendor = keyof CredentialCheck;

/** What this feature counts. */
export interface CheckMetrics {
  checked(vendor: Vendor, verdict: CredentialCheck[Vendor]['verdict']): void;
}

/** Counts what the vendors said of credentials. */
export function checkMetrics(registry: Registry): CheckMetrics {
  const checks = new Counter({
    name: 'ridgeline_credential_checks_total',
    help: 'Credentials that were tried at a vendor, by verdict',
    labelNames: ['vendor', 'verdict'],
    registers: [registry],
  });
  return { checked: (vendor, verdict) => checks.inc({ vendor, verdict }) };
}
