import type { CompanySpec } from '../../configuration/company-spec.ts';
import type { Clock } from '../../determinism/clock.ts';
import { Refusal, type Answer } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import type { VendorRules } from '../../http/vendor-server.ts';
import {
  allowanceOf,
  type Caller,
  type HubSpotAdmission,
  type HubSpotLimits,
  type HubSpotPolicy,
} from '../../limits/hubspot-limits.ts';
import type { Settings } from '../../configuration/settings.ts';
import { correlationId, htmlPage, hubSpotError, unauthorized } from '../answers/errors.ts';
import { dayIn } from '../../determinism/time-zone.ts';
import type { Portal } from '../portal/portal.ts';

/** The owner of the token in a request. */
export interface HubSpotCaller {
  readonly portal: Portal;
  readonly spec: CompanySpec;
}

/** What HubSpot's server knows about the rest of the simulation. */
export interface HubSpotWorld {
  readonly clock: Clock;
  readonly settings: () => Settings['hubspot'];
  readonly limits: () => HubSpotLimits;
  readonly byToken: (token: string) => HubSpotCaller | null;
}

export const INTROSPECTION = '/oauth/v2/private-apps/get/access-token-info';

/** Association batches have a separate window; label endpoints have none that matters here (docs/vendors/hubspot.md, 6). */
const ASSOCIATION_BATCH =
  /^\/crm\/(?:associations\/[^/]+|v4\/associations)\/[^/]+\/[^/]+\/(?:batch|labels)\b/;

const LIMIT_NAMES: Readonly<Record<HubSpotPolicy, string>> = {
  TEN_SECONDLY_ROLLING: 'ten_secondly_rolling',
  SECONDLY: 'secondly',
  DAILY: 'daily',
};

/** A 429 (docs/vendors/hubspot.md, 6): no Retry-After, since none is documented. */
function rateLimitAnswer(
  policyName: HubSpotPolicy,
  portalId: number,
  headers: Record<string, string>,
): Answer {
  const id = correlationId();
  return {
    status: 429,
    headers: { 'x-hubspot-correlation-id': id, ...headers },
    body: {
      status: 'error',
      message: `You have reached your ${LIMIT_NAMES[policyName]} limit.`,
      errorType: 'RATE_LIMIT',
      correlationId: id,
      policyName,
      groupName: `publicapi:private-apps-api-calls-daily:${portalId}`,
    },
  };
}

/** The token of an introspection call, which is sent in its body. */
function tokenKey({ path, body }: Call): string | null {
  if (path !== INTROSPECTION || body.kind !== 'json' || typeof body.value !== 'object' || body.value === null)
    return null;
  const { tokenKey: token } = body.value as { readonly tokenKey?: unknown };
  return typeof token === 'string' ? token : null;
}

const POLICIES: Readonly<Record<string, HubSpotPolicy>> = { daily: 'DAILY', secondly: 'SECONDLY' };

/** How HubSpot processes every request: token, limits, and the answers that do not come from an endpoint. */
export function hubSpotRules(world: HubSpotWorld): VendorRules<HubSpotCaller> {
  const admitLimited = (call: Call, caller: Caller): HubSpotAdmission => {
    if (call.path.endsWith('/search'))
      return world.limits().admitSearch(caller, world.settings().limits.searchPerSecond);
    return ASSOCIATION_BATCH.test(call.path)
      ? world.limits().admitAssociations(caller)
      : world.limits().admitCall(caller);
  };

  const admit = (call: Call, subject: HubSpotCaller | null) => {
    if (subject === null) throw new Refusal(unauthorized());
    if (!world.settings().limits.enabled) return { subject, headers: {} };
    const { portal, spec } = subject;
    const now = world.clock.now();
    const admission = admitLimited(call, {
      token: spec.hubspotToken,
      portalId: portal.portalId,
      allowance: allowanceOf(spec.plan, spec.limitPack),
      day: dayIn(spec.timeZone, now),
      now,
    });
    if (!admission.admitted)
      throw new Refusal(rateLimitAnswer(admission.policy, portal.portalId, admission.headers));
    return { subject, headers: { 'x-hubspot-correlation-id': correlationId(now), ...admission.headers } };
  };

  return {
    vendor: 'hubspot',
    latency: () => world.settings().latency,
    identify: (call) => {
      const token = call.bearer ?? tokenKey(call);
      const caller = token === null ? null : world.byToken(token);
      return caller === null ? null : { subject: caller, companyId: caller.spec.companyId };
    },
    admit,
    unauthorized,
    rateLimited: ({ policy, retryAfterSeconds }, subject) =>
      rateLimitAnswer(
        POLICIES[policy ?? ''] ?? 'TEN_SECONDLY_ROLLING',
        subject?.portal.portalId ?? 0,
        retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
      ),
    httpError: ({ status, body, contentType, retryAfterSeconds }) => {
      const page = htmlPage(status, `${status} Service error`);
      const answers = {
        html: page,
        json: hubSpotError(status, { message: 'internal error' }),
        none: { status },
      };
      return {
        ...answers[body],
        ...(contentType ? {} : { contentType: null }),
        headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
      };
    },
    malformedJson: () =>
      hubSpotError(400, { message: 'Invalid input JSON on line 1, column 2: the body is not JSON' }),
    unknownPath: () => htmlPage(404, 'Error 404 Not Found'),
    methodNotOffered: () => htmlPage(405, 'Error 405 Method Not Allowed'),
  };
}
