import { z } from 'zod';

/** The requests that a fault may strike. Default: any. */
const target = {
  vendor: z.enum(['acculynx', 'hubspot']),
  method: z.string().toUpperCase().optional(),
  /** A path without its query, as the client sent it; `*` stands for one segment, `**` for any rest. */
  path: z.string().startsWith('/').optional(),
  companyId: z.string().optional(),
  /** Lets this many matching requests pass first. */
  after: z.int().nonnegative().default(0),
  /** Of those that follow, only every nth one can be struck: 3 means the third, the sixth and so on. */
  every: z.int().positive().default(1),
  /** Ends after it struck this often. */
  times: z.int().positive().optional(),
  /** Ends this long after it was added (or after its `after` was reached). */
  forMs: z.number().positive().optional(),
  /** The share of these requests that it strikes, drawn from the simulators' seed. */
  probability: z.number().min(0).max(1).default(1),
};

const effect = z.discriminatedUnion('kind', [
  /** A 429 as the vendor sends it; the policy decides text and headers. */
  z.strictObject({
    kind: z.literal('rate-limit'),
    policy: z.enum(['key', 'address', 'hourly', 'daily', 'ten-secondly', 'secondly']).optional(),
    retryAfterSeconds: z.int().positive().optional(),
  }),
  /** Any status: 500, 502, 503, 504 with an HTML page, 423, 477 and so on. */
  z.strictObject({
    kind: z.literal('http-error'),
    status: z.int().min(400).max(599),
    body: z.enum(['html', 'json', 'none']).default('html'),
    contentType: z.boolean().default(true),
    retryAfterSeconds: z.int().positive().optional(),
  }),
  /** The connection is reset before the request is processed. */
  z.strictObject({ kind: z.literal('reset') }),
  /** There is never an answer; the request is not processed either. */
  z.strictObject({ kind: z.literal('hang') }),
  /** The request is carried out in full and the connection is reset instead of the answer. */
  z.strictObject({ kind: z.literal('cut') }),
  /** The request is carried out in full and answered with 200 and a body that is not the vendor's. */
  z.strictObject({
    kind: z.literal('garble'),
    /** An HTML page, truncated JSON, JSON of another form, or nothing. */
    body: z.enum(['html', 'half', 'other', 'none']).default('html'),
  }),
  /** The answer is delayed by this much; the request has been carried out before. */
  z.strictObject({ kind: z.literal('slow'), delayMs: z.number().positive() }),
  /** The key or token counts as revoked: 401. */
  z.strictObject({ kind: z.literal('revoke') }),
  /** HubSpot refuses particular records: by email address, or by the value of any unique property. */
  z.strictObject({
    kind: z.literal('refuse-records'),
    emails: z.array(z.string().toLowerCase()).default([]),
    sourceIds: z.array(z.string()).default([]),
    code: z.enum(['INVALID_EMAIL', 'INVALID_OPTION']).default('INVALID_OPTION'),
    property: z.string().default('lifecyclestage'),
    /** Only writes that send the property are refused. */
    whenSent: z.boolean().default(false),
  }),
  /** HubSpot refuses to associate particular records in batches, by any of their values, such as a source id. */
  z.strictObject({
    kind: z.literal('refuse-associations'),
    sourceIds: z.array(z.string()).min(1),
    /** With the ids in the context, or as text only. */
    form: z.enum(['identifier', 'text']).default('text'),
  }),
  /** AccuLynx's listing (path `/api/v2/contacts` or `/api/v2/jobs`) shifts as soon as a page of it has been made. */
  z.strictObject({
    kind: z.literal('shift'),
    action: z.enum(['delete', 'insert']),
    /** `random` is drawn from the simulators' seed; a number is a position in the listing, from 0. */
    at: z.union([z.enum(['front', 'end', 'random']), z.int().nonnegative()]).default('front'),
    count: z.int().positive().default(1),
  }),
  /** A page of AccuLynx's listing lacks some of its records, in this one answer; `count` includes them all. */
  z.strictObject({
    kind: z.literal('short-page'),
    leaveOut: z.int().positive().default(1),
    from: z.enum(['front', 'end', 'random']).default('end'),
  }),
  /** AccuLynx returns particular records in a different form: in its listings, and a contact that is read singly. */
  z.strictObject({
    kind: z.literal('malform'),
    ids: z.array(z.string()).min(1),
    /** The values that replace these fields; null returns null in place of the whole record. */
    fields: z.record(z.string(), z.unknown()).nullable(),
  }),
  /** Jobs change from the listing of unassigned ones to that of assigned ones (or back) once a page has been made. */
  z.strictObject({
    kind: z.literal('assign'),
    assigned: z.boolean().default(true),
    /** A place in the listing that they leave. */
    at: z.union([z.enum(['front', 'end', 'random']), z.int().nonnegative()]).default('front'),
    count: z.int().positive().default(1),
  }),
]);

/** Effects in addition to the usual answer, where a handler requests them, instead of replacing it. */
const SIDE_EFFECTS = [
  'refuse-records',
  'refuse-associations',
  'shift',
  'short-page',
  'malform',
  'assign',
] as const;

/** A fault as the control API takes it. */
export const faultSchema = z.strictObject({ ...target, effect });

export type FaultInput = z.input<typeof faultSchema>;
export type Fault = z.output<typeof faultSchema>;
export type Vendor = Fault['vendor'];
export type Effect = Fault['effect'];
export type SideEffectKind = (typeof SIDE_EFFECTS)[number];
export type EffectOf<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

/** Whether an effect leaves the answer to the handler. */
export const isSideEffect = ({ kind }: Effect): boolean =>
  SIDE_EFFECTS.some((sideEffect) => sideEffect === kind);
