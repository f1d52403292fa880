import { formatRecords } from '@ridgeline/contracts';
import type { PlannedNew } from '@ridgeline/contracts/internal';
import { logEntry, type LogEntry } from '../base/log-entry.ts';
import { mapAhead } from '../base/map-ahead.ts';
import { pathOf } from '../hubspot-io/portal-objects.ts';
import type { Lease } from '../lease/lease.ts';
import { countedPages } from '../object-migration/counted-pages.ts';
import type { LookAlikeRules } from '../object-migration/look-alike-rules.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { LookAlikeLedger } from '../orchestrator/orchestrator.ts';
import { reading, type HubspotAccess } from '../vendors/run-vendors.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import { matchLookAlikes } from './match-look-alikes.ts';
import { searchLookAlikes, type Search } from './search-look-alikes.ts';

/** Dependencies of the search for look-alikes. */
export interface LookAlikeParts {
  readonly object: Pick<ObjectMigration, 'type' | 'lookAlikes' | 'companions'>;
  readonly lease: Lease;
  readonly hubspot: HubspotAccess;
  readonly orchestrator: LookAlikeLedger;
  readonly waits: WaitTracker;
  /** Writes an entry into the migration's log. */
  readonly note: (line: LogEntry) => void;
}

/** The number of records per search: 5,000 records cost 5 searches. */
const packSize = 1_000;

/** The number of concurrent searches: HubSpot answers 5 per second, and the dry run waits for them at its end. */
const searchesAhead = 5;

/**
 * Compares the records that a dry run would create with HubSpot, and reports those that look like an existing record. Runs
 * after all batches are counted, for each kind with rules for look-alikes. A repetition reports the same. If HubSpot rejects
 * a search, the log says so.
 */
export async function seekLookAlikes({ object, ...parts }: LookAlikeParts): Promise<void> {
  const { companions } = object;
  for (const { type, lookAlikes } of companions ? [companions.object, object] : [object])
    if (lookAlikes) await seekOfKind(type, lookAlikes, parts);
}

async function seekOfKind(
  type: ObjectMigration['type'],
  rules: LookAlikeRules,
  { lease, hubspot, orchestrator, waits, note }: Omit<LookAlikeParts, 'object'>,
): Promise<void> {
  const signal = lease.stopping;
  const search: Search = async (wanted) => {
    const path = await pathOf(hubspot, type.hubspotObject, signal);
    return hubspot.settle(reading(signal), (client, until) => client.search(path, wanted, until));
  };
  const searched = { ...rules, properties: [...rules.properties, type.sourceIdProperty] };
  const pages = countedPages<PlannedNew>({ signal, waits }, async (after) => {
    const { records, ...page } = await orchestrator.plannedNew(lease, type.name, after, signal);
    return { ...page, items: records.filter(({ properties }) => rules.keysOf(properties).length > 0) };
  });
  let alike = 0;
  let isCut = false;
  const searches = mapAhead(packsOf(pages, packSize), searchesAhead, async (pack) => {
    const values = pack.map(({ properties }) => properties);
    return { pack, answer: await searchLookAlikes(values, searched, search) };
  });
  for await (const { pack, answer } of searches) {
    if (answer.outcome === 'rejected') {
      const { message } = answer.problem;
      note(
        logEntry(
          `look-alikes-${type.name}`,
          'warning',
          `Could not look for possible duplicates: HubSpot rejected the search. ${message}`,
        ),
      );
      return;
    }
    const found = matchLookAlikes(pack, answer.value.records, { type, rules });
    if (found.length > 0) await orchestrator.reportLookAlikes(lease, type.name, found, signal);
    alike += found.length;
    isCut ||= answer.value.isCut;
  }
  if (alike > 0) note(logEntry(`look-alikes-${type.name}`, 'info', foundText(type, alike, isCut)));
}

const foundText = ({ noun }: ObjectMigration['type'], alike: number, isCut: boolean): string =>
  `Possible duplicates: ${formatRecords(alike, noun)} that would be created may be in HubSpot already${
    isCut ? '; HubSpot has more that look alike than were read' : ''
  }`;

/** Regroups the items of pages into packs of this size; the last one may be smaller. */
async function* packsOf(
  pages: AsyncIterable<readonly PlannedNew[]>,
  size: number,
): AsyncGenerator<readonly PlannedNew[]> {
  let gathered: readonly PlannedNew[] = [];
  for await (const page of pages) {
    gathered = [...gathered, ...page];
    for (; gathered.length >= size; gathered = gathered.slice(size)) yield gathered.slice(0, size);
  }
  if (gathered.length > 0) yield gathered;
}
