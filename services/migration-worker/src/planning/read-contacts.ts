import { contactSourceId, type HubspotRecord } from '@ridgeline/hubspot';
import { RunFailed } from '../run/run-stop.ts';
import type { ContactKey, HubspotTarget } from '../vendors/hubspot-target.ts';
import { bisectBatch } from '../writing/bisect-batch.ts';
import { emailsOf, sourceIdOf } from './counterparts.ts';

/** What contacts are read from. */
export type ContactReader = Pick<HubspotTarget, 'read'>;

/** The keys of a record, by any of which it may have been asked for. */
const keysOf: Readonly<Record<ContactKey, (record: HubspotRecord) => readonly string[]>> = {
  id: (record) => [record.id],
  sourceId: (record) => [sourceIdOf(record) ?? ''],
  email: emailsOf,
};

/**
 * Reads contacts by one kind of key; what does not exist is missing from the answer. A key that HubSpot rejects counts as
 * not found. Throws `RunFailed` when HubSpot does not know the source id's property.
 */
export async function readContacts(
  target: ContactReader,
  by: ContactKey,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, HubspotRecord>> {
  const found = new Map<string, HubspotRecord>();
  const unique = [...new Set(ids)];
  if (unique.length === 0) return found;
  const parts = await bisectBatch(unique, (some) => target.read(by, some, signal), by !== 'sourceId');
  for (const { answer } of parts) {
    if (answer.outcome === 'ok')
      for (const record of answer.value.results) for (const key of keysOf[by](record)) found.set(key, record);
    else if (by === 'sourceId')
      throw new RunFailed(
        `HubSpot does not look contacts up by ${contactSourceId}. Validate the connection's HubSpot properties, then start the migration again.`,
      );
  }
  return found;
}
