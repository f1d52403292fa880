import type { RecordKind } from '@ridgeline/contracts';
import { batchLimit, type HubspotRecord } from '@ridgeline/hubspot';
import { cut } from '../base/cut.ts';
import { RunFailed } from '../base/run-errors.ts';
import { bisectBatch } from './bisect-batch.ts';
import type { HubspotTarget } from './hubspot-target.ts';
import { idsLeadingTo } from './merged-records.ts';
import { sourceIdIn } from './source-id.ts';

/** A property of HubSpot, besides the source id, by whose values records are looked up. */
export interface RecordKey {
  readonly property: string;
  /** The values by which a record may have been asked for. */
  readonly valuesOf: (record: HubspotRecord) => readonly string[];
}

/** Records by the values that they were asked for by; what does not exist is missing. */
type FoundRecords = ReadonlyMap<string, HubspotRecord>;

/**
 * Reads HubSpot's records of one kind, a hundred with each call. By the id of a record that was merged into another one,
 * what both became is found, under an id of its own. A value that HubSpot rejects counts as not found; only
 * `bySourceId` throws `RunFailed` then, because HubSpot does not know the source id's property.
 */
export interface RecordReader {
  byId(ids: readonly string[]): Promise<FoundRecords>;
  bySourceId(ids: readonly string[]): Promise<FoundRecords>;
  byKey(key: RecordKey, values: readonly string[]): Promise<FoundRecords>;
}

/** Reads records until the signal aborts. */
export function recordReader(
  target: Pick<HubspotTarget, 'read'>,
  type: RecordKind,
  signal: AbortSignal,
): RecordReader {
  const { sourceIdProperty, hubspotNoun } = type;

  const readBy = async (
    property: string | null,
    valuesOf: RecordKey['valuesOf'],
    values: readonly string[],
  ): Promise<FoundRecords> => {
    const found = new Map<string, HubspotRecord>();
    const isSourceId = property === sourceIdProperty;
    for (const some of cut(values, batchLimit)) {
      const send = (part: readonly string[]) => target.read(property, part, signal);
      for (const { answer } of await bisectBatch([...new Set(some)], send, !isSourceId)) {
        if (answer.outcome === 'ok')
          for (const record of answer.value.results)
            for (const value of valuesOf(record)) found.set(value, record);
        else if (isSourceId)
          throw new RunFailed(
            `HubSpot does not look ${hubspotNoun.many} up by ${sourceIdProperty}. Validate the connection's HubSpot properties, then start the migration again.`,
          );
      }
    }
    return found;
  };

  return {
    byId: (ids) => readBy(null, idsLeadingTo, ids),
    bySourceId: (ids) => readBy(sourceIdProperty, (record) => [sourceIdIn(record, type) ?? ''], ids),
    byKey: ({ property, valuesOf }, values) => readBy(property, valuesOf, values),
  };
}
