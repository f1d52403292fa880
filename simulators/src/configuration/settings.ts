import { z } from 'zod';

const latency = (baseMs: number, perRecordMs: number) =>
  z.strictObject({
    baseMs: z.number().nonnegative().default(baseMs),
    perRecordMs: z.number().nonnegative().default(perRecordMs),
  });

const milliseconds = (fallback: number) => z.number().nonnegative().default(fallback);

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const loopbackAddress = z
  .url({ protocol: /^http$/ })
  .refine((address) => LOOPBACK.test(new URL(address).hostname), 'must be an http address of this machine');

const share = z.number().min(0).max(1).exactOptional();
const delay = z.number().nonnegative().exactOptional();

/** The disturbances that affect a share of the events. */
export const disturbancesSchema = z.strictObject({
  /** Never sent, as if AccuLynx had missed the change. */
  lost: share,
  /** Sent a second time within `spreadMs`, with the same id. */
  doubled: share,
  /** Withheld for up to `spreadMs`, so that later events overtake it. */
  reordered: share,
  spreadMs: delay,
  /** Sent `lateMs` after the change. */
  late: share,
  lateMs: delay,
  /** Sent when a control call releases them. */
  held: share,
  /** Reads show the state before the change for `earlyMs`: the event arrives before the record is readable. */
  early: share,
  earlyMs: delay,
  /** Whether no events are sent at all. */
  silent: z.boolean().exactOptional(),
});
export type Disturbances = z.output<typeof disturbancesSchema>;

const undisturbed = {
  lost: 0,
  doubled: 0,
  reordered: 0,
  spreadMs: 2_000,
  late: 0,
  lateMs: 60_000,
  held: 0,
  early: 0,
  earlyMs: 2_000,
  silent: false,
};

/** Deliveries of events (docs/vendors/acculynx.md, 6.3, 6.4). */
const deliveries = z.strictObject({
  /** The actual addresses for a consumer's events, by host. Events for any other host are not sent. */
  hosts: z.record(z.string(), loopbackAddress).default({}),
  timeoutMs: milliseconds(10_000),
  /** The waits before the second try and the following ones, multiplied by `retryScale`. */
  retryAfterMs: z.array(z.number().nonnegative()).default([60_000, 300_000, 1_800_000, 7_200_000]),
  retryScale: z.number().nonnegative().default(1),
  /** After this many consecutive failed events a subscription is disabled. */
  failedEventsUntilDisabled: z.int().positive().default(10),
  concurrency: z.int().positive().default(50),
  /** The seed from which the disturbances of each event are drawn, by its number. */
  seed: z.int().nonnegative().default(1),
  disturbances: disturbancesSchema.transform((given) => ({ ...undisturbed, ...given })).prefault({}),
});

/** AccuLynx: the limits of docs/vendors/acculynx.md, 2, and its switches (9), the live findings as defaults. */
const accuLynxSettings = z.strictObject({
  latency: latency(60, 0.5).prefault({}),
  limits: z
    .strictObject({
      enabled: z.boolean().default(true),
      perKeyPerSecond: z.int().positive().default(10),
      perAddressPerSecond: z.int().positive().default(30),
      banMs: z.number().nonnegative().default(30_000),
      writesPerHour: z.int().positive().default(6_000),
      writesPerDay: z.int().positive().default(12_000),
      /** Whether the 429 of the per-second limits says when to try again; clients report that it often does not. */
      retryAfterOnBurst: z.boolean().default(false),
      /** The body of that 429, the same for a key and for a shut-out address, which cannot be distinguished. */
      burstBody: z.enum(['text', 'empty']).default('text'),
    })
    .prefault({}),
  quirks: z
    .strictObject({
      contactsStartIndex: z.enum(['page', 'record']).default('page'),
      settingsStartIndex: z.enum(['record', 'page', 'ignored']).default('record'),
      jobsRecordStartIndex: z.enum(['ignored', 'honoured']).default('ignored'),
      contactsPastEnd: z.enum(['repeat', '416']).default('repeat'),
      jobsPastEnd: z.enum(['empty', '416']).default('empty'),
      pageTooLarge: z.enum(['400', '416']).default('400'),
      wrongType: z.enum(['404', '400']).default('404'),
      nulls: z.enum(['omitted', 'sent']).default('omitted'),
      listBillingAddress: z.boolean().default(false),
      tradeTypeKey: z.enum(['id', 'tradeId']).default('id'),
      companyIdKey: z.enum(['both', 'id', 'companyId']).default('both'),
      milestoneLists: z.enum(['bare', 'items']).default('bare'),
      contactSearchDates: z.enum(['day', 'date-time']).default('day'),
      phantomContacts: z.int().nonnegative().default(0),
      phantomJobs: z.int().nonnegative().default(0),
      jobCategoryKey: z.enum(['id', 'categoryId', 'both']).default('id'),
      damageLocationKey: z.enum(['damageLocation', 'damagelocation']).default('damageLocation'),
      arOwnerType: z.enum(['AROwner', 'ArOwner']).default('AROwner'),
      /** The calendar that defines the days of a job filter; it is not documented. */
      jobDays: z.enum(['utc', 'company']).default('utc'),
      /** Milestones and statuses of single jobs answer 412 without custom workflows. */
      customWorkflows: z.boolean().default(false),
      /** The answer about insurance and adjuster of a job with another work type. */
      insuranceElsewhere: z.enum(['412', 'answered']).default('412'),
      /** Where events may be sent: `any` lets subscriptions be made to an address of this machine. */
      consumerUrls: z.enum(['public-https', 'any']).default('public-https'),
      subscriptionStatus: z.enum(['Enabled', 'enabled']).default('Enabled'),
      techContactKey: z.enum(['tech_contact', 'techContact', 'technicalContact']).default('tech_contact'),
      /** The answer to a start past the end; for an empty list, every start is. */
      subscriptionsPastEnd: z.enum(['416', 'empty']).default('416'),
      /** The status of a changed subscription; neither has a body. */
      subscriptionPut: z.enum(['200', '204']).default('200'),
      /** What the account's product tier does not include: 403. */
      forbidden: z.array(z.enum(['custom-fields', 'milestones', 'job-writes'])).default([]),
      /** Whether a changed contact updates the jobs whose primary contact it is, with an event and a date of modification. */
      contactUpdatesJobs: z.boolean().default(false),
    })
    .prefault({}),
  deliveries: deliveries.prefault({}),
});

/** HubSpot: the limits, batches, definitions, search and behavior of docs/vendors/hubspot.md, 6, 7, 12, 14 and 19. */
const hubSpotSettings = z.strictObject({
  latency: latency(120, 1).prefault({}),
  limits: z
    .strictObject({ enabled: z.boolean().default(true), searchPerSecond: z.int().positive().default(5) })
    .prefault({}),
  behaviour: z
    .strictObject({
      /** A contact conflict on batch upsert and update: the whole batch is a 409, or one entry of a 207. */
      batchConflict: z.enum(['whole', 'record']).default('whole'),
      /** One email twice among the inputs of a create or upsert batch: the status of the whole batch. */
      repeatedEmail: z.enum(['400', '409']).default('400'),
      /** Invalid values in a batch update whose inputs all carry trace ids: 207 or still a whole 400. */
      updateWithTraceIds: z.enum(['207', '400']).default('207'),
      resultOrder: z.enum(['shuffled', 'input']).default('shuffled'),
      echoTraceId: z.boolean().default(false),
      conflictNamesId: z.boolean().default(true),
      additionalEmailResolves: z.boolean().default(false),
      /** Whether a deal may be created without a stage. */
      dealWithoutStage: z.enum(['accepted', 'refused']).default('accepted'),
      /** Whether batches and associations find a record by the id of one that was merged into it, as a single GET does. */
      mergedIds: z.enum(['missing', 'resolved']).default('missing'),
      /** The result of a merge: the primary record, or a new one that replaces both, as HubSpot's changelog says. */
      mergeMakes: z.enum(['primary', 'record']).default('primary'),
      /** How many associations with one object type a record may have; null for no limit. */
      associationsPerRecord: z.int().positive().nullable().default(null),
      /** How a 403 names the scopes of which one is missing. */
      scopeNaming: z.enum(['granular', 'required', 'context', 'none']).default('granular'),
      optionMessage: z.enum(['values', 'dump']).default('values'),
      /** How long a changed definition stays unreadable: between the first and the second figure, depending on its name. */
      definitionLagMs: z.tuple([z.number().nonnegative(), z.number().nonnegative()]).default([300, 700]),
      /** How long records refuse a new property or option. */
      recordLagMs: z.number().nonnegative().default(0),
      searchLagMs: z.number().nonnegative().default(3_000),
    })
    .prefault({}),
});

/** The mail server. */
const mailSettings = z.strictObject({
  /** Whether every recipient is rejected with 550, as by a server that no longer relays for the sender. */
  refusesRecipients: z.boolean().default(false),
});

export const settingsSchema = z.strictObject({
  acculynx: accuLynxSettings.prefault({}),
  hubspot: hubSpotSettings.prefault({}),
  mail: mailSettings.prefault({}),
});

export type Settings = z.output<typeof settingsSchema>;
export type SettingsInput = z.input<typeof settingsSchema>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function merged(base: unknown, change: unknown): unknown {
  if (!isRecord(base) || !isRecord(change)) return change;
  const result = { ...base };
  for (const [key, value] of Object.entries(change))
    result[key] = key in base ? merged(base[key], value) : value;
  return result;
}

/** Applies a partial change to settings; throws a ZodError when the result is invalid. */
export const changedSettings = (current: Settings, change: unknown): Settings =>
  settingsSchema.parse(merged(current, change));
