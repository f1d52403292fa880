import { z } from 'zod';
import { problemOf } from './hubspot-problem.ts';

/** HubSpot takes at most this many inputs in one batch of records. */
export const batchLimit = 100;

const isObject = (raw: unknown): boolean => typeof raw === 'object' && raw !== null && !Array.isArray(raw);

/**
 * Properties as texts; null where there is no value. They are parsed by hand in one pass: a schema for each value took more
 * CPU time than the rest of the processing of an answer, because each of a hundred records has dozens.
 */
const properties = z.custom<Readonly<Record<string, unknown>>>(isObject).transform((raw, context) => {
  const texts: Record<string, string | null> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value === null || typeof value === 'string') texts[name] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') texts[name] = String(value);
    else context.addIssue({ code: 'custom', path: [name], message: 'Neither a text nor a number nor null' });
  }
  return texts;
});

/** One record. */
export const recordSchema = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  properties,
  /** By HubSpot's clock. */
  createdAt: z.string().optional().catch(undefined),
});

/** A record as HubSpot answers it: values are texts, null where a requested property has none. */
export type HubspotRecord = z.output<typeof recordSchema>;

/**
 * The answer of a batch call, also of a mixed one (207). An input that has neither a result nor a problem is unknown:
 * read it back. Results come in any order: match them by a unique property, never by position.
 */
export const batchAnswerSchema = z
  .object({
    results: z
      .array(recordSchema)
      .nullish()
      .transform((results) => results ?? []),
    errors: z
      .array(z.unknown())
      .nullish()
      .transform((errors) => errors ?? []),
  })
  .transform(({ results, errors }) => ({
    results,
    problems: errors.map((entry) => problemOf(207, entry)),
  }));

export type BatchAnswer = z.output<typeof batchAnswerSchema>;

/** An input of an upsert: `id` is the value of the unique property, and the trace id by which a failure is matched. */
export interface UpsertInput {
  readonly id: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** An input of an update by HubSpot id. */
export interface UpdateInput {
  readonly id: string;
  readonly traceId: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** Which records to read and what of them; without `idProperty` the ids are HubSpot's. */
export interface BatchRead {
  readonly ids: readonly string[];
  readonly idProperty?: string;
  readonly properties: readonly string[];
}

/** HubSpot reads the histories of at most this many records in one call. */
export const historyLimit = 50;

/** A past value of a property, and its author: a call of an app, a person in HubSpot, a workflow and so on. */
const pastValueSchema = z.object({
  timestamp: z.string().catch(''),
  sourceType: z.string().catch(''),
  sourceId: z.string().nullish().catch(null),
});
export type PastValue = z.output<typeof pastValueSchema>;

/** The values that properties of records had, the newest first. */
export const historiesSchema = z
  .object({
    results: z.array(
      z.object({
        id: z.union([z.string(), z.number()]).transform(String),
        propertiesWithHistory: z.record(z.string(), z.array(pastValueSchema).catch([])).catch({}),
      }),
    ),
  })
  .transform(
    ({ results }): ReadonlyMap<string, Readonly<Record<string, readonly PastValue[]>>> =>
      new Map(
        results.map(({ id, propertiesWithHistory }) => [
          id,
          Object.fromEntries(
            Object.entries(propertiesWithHistory).map(([name, values]) => [
              name,
              values.toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp)),
            ]),
          ),
        ]),
      ),
  );
export type Histories = z.output<typeof historiesSchema>;
