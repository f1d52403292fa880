import { gatewayEndpoints } from '../gateway-endpoints.ts';

/** The services behind the gateway. */
export type UpstreamName = 'auth' | 'connection' | 'validation' | 'orchestrator';

/** Which service answers what: the first prefix that fits, up to a slash. */
const routes: readonly (readonly [prefix: string, upstream: UpstreamName])[] = [
  ['/api/auth', 'auth'],
  ['/api/user', 'auth'],
  ['/api/users', 'auth'],
  ['/api/team', 'auth'],
  ['/api/activity', 'auth'],
  ['/api/connections', 'connection'],
  ['/api/stats', 'connection'],
  ['/api/validate-hubspot-properties', 'validation'],
  ['/api/hubspot-pipelines', 'validation'],
  ['/api/migrations', 'orchestrator'],
  ['/api/processes', 'orchestrator'],
];

/** The service that answers an endpoint's path; null when the gateway answers it itself. */
export function upstreamOf(path: string): UpstreamName | null {
  if (gatewayEndpoints.includes(path)) return null;
  const route = routes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return route?.[1] ?? null;
}
