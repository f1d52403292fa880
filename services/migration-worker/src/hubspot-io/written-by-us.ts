import { historyLimit, type Histories, type ObjectPath, type PastValue } from '@ridgeline/hubspot';
import { chunk } from '../base/collections.ts';
import type { HubspotAccess } from '../vendors/run-vendors.ts';
import { askHubspot } from '../vendors/ask.ts';

/** Properties of HubSpot records by the records' ids. */
type PropertiesOf = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns which of these properties were last written by us. */
export type WrittenByUs = (asked: PropertiesOf) => Promise<PropertiesOf>;

/** The records whose authors are requested, and `witnesses`: properties that only we write through the API. */
export interface Authorship {
  readonly object: ObjectPath;
  readonly records: string;
  readonly witnesses: readonly string[];
}

/** The author of a property's value: its last write. */
export interface Author {
  readonly isOurs: boolean;
  /** HubSpot's name of the source, such as `CRM_UI`. */
  readonly by: string;
  /** The user or app in HubSpot's notation, such as `userId:7`; null if HubSpot names none. */
  readonly sourceId: string | null;
  /** When it was written, by HubSpot's clock; NaN if unknown. */
  readonly at: number;
}

/** Returns the last author of each of these properties; properties without a history in HubSpot are missing. */
export type LastAuthors = (asked: PropertiesOf) => Promise<ReadonlyMap<string, ReadonlyMap<string, Author>>>;

/** The sources in HubSpot's histories that stand for apps and keys. */
const byApi: ReadonlySet<string> = new Set(['INTEGRATION', 'API']);

/**
 * Reads HubSpot's histories: a value is ours if its last write came from the same app as that of one of the witnesses. A
 * replaced token still counts as long as one of them names it.
 */
export function lastAuthors(
  hubspot: HubspotAccess,
  signal: AbortSignal,
  { object, records, witnesses }: Authorship,
): LastAuthors {
  return async (asked) => {
    const found = new Map<string, ReadonlyMap<string, Author>>();
    for (const some of chunk([...asked], historyLimit)) {
      const ids = some.map(([id]) => id);
      const properties = [...new Set([...witnesses, ...some.flatMap(([, names]) => [...names])])];
      const histories = await askHubspot(
        hubspot,
        `who changed its ${records}`,
        (client, until) => client.readHistories(object, { ids, properties }, until),
        signal,
      );
      for (const [id, names] of some) found.set(id, authorsIn(histories.get(id) ?? {}, names, witnesses));
    }
    return found;
  };
}

/** The same for callers that only ask whether it was us. */
export function writtenByUs(...of: Parameters<typeof lastAuthors>): WrittenByUs {
  const authorsOf = lastAuthors(...of);
  return async (asked) => {
    const found = await authorsOf(asked);
    return new Map(
      [...found].map(([id, authors]) => [
        id,
        new Set([...authors].flatMap(([name, { isOurs }]) => (isOurs ? name : []))),
      ]),
    );
  };
}

/**
 * HubSpot is read before a plan is stored, and users' changes are dated by another clock: a value that others wrote this long
 * before the plan was seen by the plan, and overwritten.
 */
const overlapMs = 15 * 60_000;

/** Whether others wrote a value after us; `writtenAt` is when the plan of our write was stored. */
export const isOthersChange = (author: Author | undefined, writtenAt: string): author is Author =>
  author !== undefined && !author.isOurs && !(author.at < Date.parse(writtenAt) - overlapMs);

function authorsIn(
  history: NonNullable<ReturnType<Histories['get']>>,
  names: ReadonlySet<string>,
  witnesses: readonly string[],
): ReadonlyMap<string, Author> {
  const apps = new Set(
    witnesses.flatMap((name) => history[name] ?? []).flatMap((value) => appOf(value) ?? []),
  );
  return new Map(
    [...names].flatMap((name): [string, Author][] => {
      const [last] = history[name] ?? [];
      if (!last) return [];
      const app = appOf(last);
      const isOurs = app !== null && apps.has(app);
      const { sourceType: by, sourceId = null, timestamp } = last;
      return [[name, { isOurs, by, sourceId, at: Date.parse(timestamp) }]];
    }),
  );
}

const appOf = ({ sourceType, sourceId }: PastValue): string | null =>
  byApi.has(sourceType) ? `${sourceType} ${sourceId ?? ''}` : null;
