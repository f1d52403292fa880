import { AppError } from '@ridgeline/kit';
import type { Request, RequestHandler } from 'express';
import { gatewayEndpoints } from '../gateway-endpoints.ts';

/** Each segment begins with a letter, a digit, `_`, `~` or `-`: no empty ones, no dot segments, nothing encoded. */
const plainApiPath = /^\/api(?:\/[\w~-][\w.~-]*)+$/;

/** The path as the client wrote it, nothing decoded or resolved. */
function rawPath(req: Request): string {
  const { url } = req;
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** Whether the request is for the API, in whatever odd spelling. */
export function isApiRequest(req: Request): boolean {
  return /^\/api(?:\/|$)/.test(rawPath(req));
}

/**
 * Refuses addresses that two parsers could read differently (`//`, `..`, `%2f`, `;`). No address of the contract needs
 * any of it, so the gateway matches exactly what a service receives.
 */
export const rejectUnsafePaths: RequestHandler = (req, _res, next) => {
  if (!plainApiPath.test(rawPath(req))) throw new AppError('request.not_found');
  next();
};

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
  ['/api/hubspot-options', 'validation'],
  ['/api/migrations', 'orchestrator'],
  ['/api/records', 'orchestrator'],
  ['/api/processes', 'orchestrator'],
  ['/api/syncs', 'orchestrator'],
];

/** The service that answers an endpoint's path; null when the gateway answers it itself. */
export function upstreamOf(path: string): UpstreamName | null {
  if (gatewayEndpoints.includes(path)) return null;
  const route = routes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return route?.[1] ?? null;
}
