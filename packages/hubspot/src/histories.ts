import { z } from 'zod';

/** HubSpot reads the histories of at most this many records in one call. */
export const historyLimit = 50;

/** A value that a property had, and by whom: a call of an app, a person in HubSpot, a workflow and so on. */
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
