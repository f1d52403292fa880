import { vendorWords, type VendorProblem } from '@ridgeline/vendor-http';
import { z } from 'zod';

/** A property that HubSpot did not accept: `code` is HubSpot's own, for example `INVALID_EMAIL`. */
export interface PropertyProblem {
  readonly name: string | null;
  readonly code: string;
}

/** Everything that HubSpot reports about a rejected request, or about one rejected input of a batch. */
export interface HubspotProblem extends VendorProblem {
  readonly subCategory: string | null;
  readonly correlationId: string | null;
  readonly properties: readonly PropertyProblem[];
  /** The record that has the email or the unique value already, where HubSpot names it. */
  readonly existingId: string | null;
  /** The inputs that an entry of a batch answer is about. */
  readonly traceIds: readonly string[];
  /** The ids that an entry of a batch answer is about: unknown ones, or ones sent twice. */
  readonly ids: readonly string[];
}

const text = z.string().nullish().catch(null);
const contextSchema = z.record(z.string(), z.unknown()).nullish().catch(null);

const detailSchema = z.object({ code: text, error: text, name: text, context: contextSchema });

/** Every field is optional (docs/vendors/hubspot.md, 5): whatever does not fit is treated as missing. */
const bodySchema = z.object({
  message: text,
  category: text,
  subCategory: text,
  correlationId: text,
  policyName: text,
  context: contextSchema,
  errors: z.array(detailSchema).nullish().catch(null),
  identityProfile: z
    .object({ vid: z.union([z.string(), z.number()]) })
    .nullish()
    .catch(null),
});

type Context = z.output<typeof contextSchema>;
type Body = z.output<typeof bodySchema>;

const noBody: Body = bodySchema.parse({});

/** Reads an error body, or an entry of a batch answer's `errors`, whatever is missing from it. */
export function readErrorBody(json: unknown): Body {
  return bodySchema.safeParse(json).data ?? noBody;
}

/** HubSpot's problem in our words. `status` is the answer's (207 for an entry of a batch answer). */
export function problemOf(status: number, json: unknown): HubspotProblem {
  const body = readErrorBody(json);
  const message = body.message ?? '';
  return {
    status,
    category: body.category ?? null,
    subCategory: body.subCategory ?? null,
    correlationId: body.correlationId ?? null,
    message: vendorWords(message),
    properties: propertyProblems(body),
    existingId:
      contextValues(body, 'existingId')[0] ??
      (body.identityProfile ? String(body.identityProfile.vid) : existingIdInMessage(message)),
    traceIds: contextValues(body, 'objectWriteTraceId'),
    ids: contextValues(body, 'ids'),
  };
}

/** The scopes of which one is needed: named in an entry or at the top, granular or not (5). */
export function requiredScopes(json: unknown): readonly string[] {
  const body = readErrorBody(json);
  const granular = contextValues(body, 'requiredGranularScopes');
  return granular.length > 0 ? granular : contextValues(body, 'requiredScopes');
}

/** The values of a context name, at the top or in the entries; HubSpot sends arrays of strings, or one value. */
export function contextValues(body: Body, name: string): string[] {
  const contexts: Context[] = [body.context, ...(body.errors ?? []).map(({ context }) => context)];
  const values = contexts.flatMap((context) => [context?.[name] ?? []].flat());
  return values
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => String(value));
}

/** The list of rejected properties is in `errors` (newer) and as JSON in `message` (older); the two may differ. */
function propertyProblems(body: Body): PropertyProblem[] {
  const found = [...(body.errors ?? []), ...detailsInMessage(body.message ?? '')].flatMap((detail) => {
    const code = detail.code ?? detail.error;
    const named = [detail.context?.['propertyName'] ?? detail.name ?? []].flat();
    const name = typeof named[0] === 'string' ? named[0] : null;
    return code ? [{ name, code }] : [];
  });
  return found.filter(
    ({ name, code }, index) =>
      found.findIndex((other) => other.code === code && (other.name === name || name === null)) === index,
  );
}

/** One of the two places where a message's text is read: the JSON list inside "Property values were not valid: […]". */
function detailsInMessage(message: string): z.output<typeof detailSchema>[] {
  const start = message.indexOf('[{');
  if (start < 0) return [];
  try {
    const list: unknown = JSON.parse(message.slice(start, message.lastIndexOf(']') + 1));
    return z.array(detailSchema).safeParse(list).data ?? [];
  } catch {
    return [];
  }
}

/** The other one: older conflicts name the record only as "Existing ID: 123". */
function existingIdInMessage(message: string): string | null {
  return /Existing ID: (\d+)/.exec(message)?.[1] ?? null;
}
