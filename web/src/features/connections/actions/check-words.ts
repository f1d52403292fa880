import type { connectionChecks, ConnectionTest } from '@ridgeline/contracts';

/** What each check looks at. */
export const checkNames: Readonly<Record<(typeof connectionChecks)[number], string>> = {
  acculynx: 'AccuLynx API key',
  hubspot: 'HubSpot token',
  properties: 'HubSpot properties',
  pipeline: 'Deal pipeline',
  webhook: 'Webhook subscription',
};

const worstFirst = ['failed', 'warning', 'passed'] as const;

/** What all checks of a connection come to: the worst of them. */
export const testSummary = (checks: ConnectionTest['checks']): (typeof worstFirst)[number] =>
  worstFirst.find((one) => checks.some(({ result }) => result === one)) ?? 'passed';
