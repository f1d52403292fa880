import type { EffectOf } from '../../faults/fault.ts';
import { Refusal, type Answer } from '../../http/answer.ts';
import type { Route, VendorRequest } from '../../http/vendor-server.ts';
import { htmlPage, malformed, missingScopes } from '../answers/errors.ts';
import type { HubSpotCaller } from './hubspot-rules.ts';
import type { ObjectType } from '../portal/object-types.ts';

export type HubSpotRequest = VendorRequest<HubSpotCaller>;
/**
 * The rules for a write's records: faults that refuse particular ones, and from 2026-09 on the admins' rules and the
 * conversion of dates (docs/vendors/hubspot.md, 2).
 */
export const draftRulesOf = (
  request: HubSpotRequest,
): { refusals: EffectOf<'refuse-records'>[]; adminRules: boolean; normalizesDates: boolean } => ({
  refusals: request.sideEffects('refuse-records').map(({ effect }) => effect),
  adminRules: versionOf(request) === '2026-09',
  normalizesDates: versionOf(request) === '2026-09',
});

type Method = Route<HubSpotCaller>['method'];

const DATE_VERSIONS = ['2026-03', '2026-09'];
const NUMBERED: Readonly<Record<string, string>> = { associations: 'v4' };

/** The version named by a request's path. */
export const versionOf = ({ params }: HubSpotRequest): string => params['version'] ?? '';

function checked(area: string, numbered: boolean, handle: (request: HubSpotRequest) => Answer) {
  return (request: HubSpotRequest): Answer => {
    const version = versionOf(request);
    const known = numbered
      ? version === (NUMBERED[area] ?? 'v3') || version === 'v4'
      : DATE_VERSIONS.includes(version);
    if (!known) throw new Refusal(htmlPage(404, 'Error 404 Not Found'));
    return handle(request);
  };
}

/** One CRM endpoint under both of its addresses: `/crm/{area}/{date}/…` and `/crm/v3/{area}/…`. */
export const crmRoutes = (
  method: Method,
  area: string,
  path: string,
  handle: (request: HubSpotRequest) => Answer,
): Route<HubSpotCaller>[] => [
  { method, path: `/crm/${area}/:version${path}`, handle: checked(area, false, handle) },
  { method, path: `/crm/:version/${area}${path}`, handle: checked(area, true, handle) },
];

/** Refuses with 403 unless the token has one of the scopes. */
export function requireScope({ subject }: HubSpotRequest, alternatives: readonly string[]): void {
  if (!alternatives.some((scope) => subject.spec.scopes.includes(scope)))
    throw new Refusal(missingScopes(alternatives, subject.portal.behaviour().scopeNaming));
}

/** The object type that the path names, or HubSpot's 400 without a category. */
export function objectTypeIn(request: HubSpotRequest, parameter = 'object'): ObjectType {
  const text = request.params[parameter] ?? '';
  return request.subject.portal.objectType(text) ?? malformed(`Unable to infer object type from: ${text}`);
}
