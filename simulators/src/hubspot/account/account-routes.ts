import { Refusal, ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { allowanceOf, type HubSpotLimits } from '../../limits/hubspot-limits.ts';
import { hashText } from '../../determinism/random.ts';
import { htmlPage, unauthorized } from '../answers/errors.ts';
import { INTROSPECTION, type HubSpotCaller } from '../requests/hubspot-rules.ts';
import { dayIn, nextMidnight, offsetText, utcOffsetMs } from '../../determinism/time-zone.ts';
import { requireScope, versionOf, type HubSpotRequest } from '../requests/versioned.ts';

const ACCOUNT_VERSIONS = ['v3', '2026-03', '2026-09'];

const accountVersion =
  (handle: (request: HubSpotRequest) => Answer) =>
  (request: HubSpotRequest): Answer => {
    if (!ACCOUNT_VERSIONS.includes(versionOf(request)))
      throw new Refusal(htmlPage(404, 'Error 404 Not Found'));
    requireScope(request, ['oauth']);
    return handle(request);
  };

function details(request: HubSpotRequest): Answer {
  const { portal, spec } = request.subject;
  const offset = utcOffsetMs(spec.timeZone, portal.now());
  return ok({
    portalId: portal.portalId,
    accountType: spec.accountType,
    timeZone: spec.timeZone,
    companyCurrency: 'USD',
    additionalCurrencies: [],
    utcOffset: offsetText(offset),
    utcOffsetMilliseconds: offset,
    uiDomain: spec.region === 'na1' ? 'app.hubspot.com' : 'app-eu1.hubspot.com',
    dataHostingLocation: spec.region,
  });
}

const dailyUsage =
  (limits: () => HubSpotLimits) =>
  ({ subject: { portal, spec } }: HubSpotRequest): Answer => {
    const now = portal.now();
    const { portalId } = portal;
    return ok({
      results: [
        {
          name: 'private-apps-api-calls-daily',
          usageLimit: allowanceOf(spec.plan, spec.limitPack).perDay,
          currentUsage: limits().used({ portalId, day: dayIn(spec.timeZone, now) }),
          collectedAt: new Date(now).toISOString(),
          fetchStatus: 'SUCCESS',
          resetsAt: new Date(nextMidnight(spec.timeZone, now)).toISOString(),
        },
      ],
    });
  };

/** What a token is and may do; the token is sent in the body. */
const introspection =
  (byToken: (token: string) => HubSpotCaller | null) =>
  (request: HubSpotRequest): Answer => {
    const body = request.body();
    const token = typeof body === 'object' && body !== null && 'tokenKey' in body ? body.tokenKey : null;
    const caller = typeof token === 'string' ? byToken(token) : null;
    if (caller === null) throw new Refusal(unauthorized());
    const { portal, spec } = caller;
    return ok({
      userId: 10_000 + (hashText(spec.companyId) % 90_000),
      hubId: portal.portalId,
      appId: 1_000_000 + (hashText(spec.hubspotToken) % 900_000),
      scopes: spec.scopes,
    });
  };

/** Account details, use of the day, introspection (docs/vendors/hubspot.md, 3, 6, 13). */
export function accountRoutes(world: {
  readonly limits: () => HubSpotLimits;
  readonly byToken: (token: string) => HubSpotCaller | null;
}): Route<HubSpotCaller>[] {
  return [
    { method: 'post', path: INTROSPECTION, handle: introspection(world.byToken) },
    { method: 'get', path: '/account-info/:version/details', handle: accountVersion(details) },
    {
      method: 'get',
      path: '/account-info/:version/api-usage/daily/private-apps',
      handle: accountVersion(dailyUsage(world.limits)),
    },
  ];
}
