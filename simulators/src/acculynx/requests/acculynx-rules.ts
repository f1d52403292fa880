import type { Clock } from '../../determinism/clock.ts';
import { Refusal } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import type { VendorRules } from '../../http/vendor-server.ts';
import type { AccuLynxLimits, Admission } from '../../limits/acculynx-limits.ts';
import type { Settings } from '../../configuration/settings.ts';
import type { AccuLynxCompany } from './company.ts';
import { limitAnswer, problem, unauthorized } from '../answers/errors.ts';

/** What AccuLynx's server knows about the rest of the simulation. */
export interface AccuLynxWorld {
  readonly clock: Clock;
  readonly settings: () => Settings['acculynx'];
  readonly limits: () => AccuLynxLimits;
  readonly companyByKey: (key: string) => AccuLynxCompany | null;
}

const QUOTAS = { key: 10, address: 30, hourly: 6_000, daily: 12_000 } as const;

/** How AccuLynx processes every request: key, limits, and the answers that do not come from an endpoint. */
export function accuLynxRules(world: AccuLynxWorld): VendorRules<AccuLynxCompany> {
  const require = (admission: Admission): Record<string, string> => {
    if (admission.admitted) return admission.headers;
    const { kind, quota, retryAfterSeconds } = admission;
    const { burstBody: body, retryAfterOnBurst: retryAfter } = world.settings().limits;
    throw new Refusal(limitAnswer(kind, quota, retryAfterSeconds, { body, retryAfter }));
  };

  const admit = (call: Call, subject: AccuLynxCompany | null) => {
    const { limits } = world.settings();
    const arrival = world.clock.arrival();
    if (limits.enabled) require(world.limits().admitAddress(call.address, arrival, limits));
    if (subject === null) throw new Refusal(unauthorized());
    if (!limits.enabled) return { subject, headers: {} };
    require(world.limits().admitKey(subject.apiKey, arrival, limits));
    const writes = call.method !== 'GET' && !call.path.endsWith('/search');
    return {
      subject,
      headers: writes ? require(world.limits().admitWrite(subject.companyId, arrival.readAt, limits)) : {},
    };
  };

  return {
    vendor: 'acculynx',
    latency: () => world.settings().latency,
    identify: (call) => {
      const company = call.bearer === null ? null : world.companyByKey(call.bearer);
      return company === null ? null : { subject: company, companyId: company.companyId };
    },
    admit,
    unauthorized,
    rateLimited: ({ policy, retryAfterSeconds }) => {
      const kind = policy === 'hourly' || policy === 'daily' || policy === 'address' ? policy : 'key';
      return limitAnswer(kind, QUOTAS[kind], retryAfterSeconds ?? 30, {
        body: world.settings().limits.burstBody,
        retryAfter: retryAfterSeconds !== undefined,
      });
    },
    httpError: ({ status, body, contentType, retryAfterSeconds }) => ({
      ...(body === 'json' ? problem(status, 'An unexpected error occurred.') : {}),
      status,
      ...(body === 'html' ? { body: `<html><body><h1>${status}</h1></body></html>` } : {}),
      ...(contentType ? (body === 'html' ? { contentType: 'text/html' } : {}) : { contentType: null }),
      headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
    }),
    malformedJson: () => problem(400, 'The request body is not valid JSON.'),
    unknownPath: () => problem(404, 'The requested resource was not found.'),
    methodNotOffered: (allowed) =>
      problem(404, 'The requested method is not available for this resource.', { Allow: allowed.join(', ') }),
  };
}
