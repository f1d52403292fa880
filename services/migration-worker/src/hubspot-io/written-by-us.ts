import { historyLimit, type Histories, type ObjectPath, type PastValue } from '@ridgeline/hubspot';
import { chunk } from '../base/collections.ts';
import type { HubspotAccess } from '../vendors/run-vendors.ts';
import { askHubspot } from '../vendors/ask.ts';

/** Properties of HubSpot records by the records' ids. */
type PropertiesOf = ReadonlyMap<string, ReadonlySet<string>>;

/** Answers which of these properties were last written by us. */
export type WrittenByUs = (asked: PropertiesOf) => Promise<PropertiesOf>;

/** How HubSpot's histories call the writes of apps and keys. */
const byApi: ReadonlySet<string> = new Set(['INTEGRATION', 'API']);

/**
 * Reads HubSpot's histories: a value is ours when its last write came from the same app as one of the `witnesses`, properties
 * that only we write by the API. A token that was replaced counts as long as one of them names it.
 */
export function writtenByUs(
  hubspot: HubspotAccess,
  signal: AbortSignal,
  {
    object,
    records,
    witnesses,
  }: { readonly object: ObjectPath; readonly records: string; readonly witnesses: readonly string[] },
): WrittenByUs {
  return async (asked) => {
    const ours = new Map<string, ReadonlySet<string>>();
    for (const some of chunk([...asked], historyLimit)) {
      const ids = some.map(([id]) => id);
      const properties = [...new Set([...witnesses, ...some.flatMap(([, names]) => [...names])])];
      const histories = await askHubspot(
        hubspot,
        `who changed its ${records}`,
        (client, until) => client.readHistories(object, { ids, properties }, until),
        signal,
      );
      for (const [id, names] of some) ours.set(id, oursIn(histories.get(id) ?? {}, names, witnesses));
    }
    return ours;
  };
}

function oursIn(
  history: NonNullable<ReturnType<Histories['get']>>,
  names: ReadonlySet<string>,
  witnesses: readonly string[],
): ReadonlySet<string> {
  const apps = new Set(
    witnesses.flatMap((name) => history[name] ?? []).flatMap((value) => appOf(value) ?? []),
  );
  return new Set(
    [...names].filter((name) => {
      const [last] = history[name] ?? [];
      const app = last ? appOf(last) : null;
      return app !== null && apps.has(app);
    }),
  );
}

const appOf = ({ sourceType, sourceId }: PastValue): string | null =>
  byApi.has(sourceType) ? `${sourceType} ${sourceId ?? ''}` : null;
