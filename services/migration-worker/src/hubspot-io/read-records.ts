import type { RecordKind } from '@ridgeline/contracts';
import type { PlannedArchive, PlannedUpdate } from '@ridgeline/contracts/internal';
import { batchLimit, type HubspotRecord } from '@ridgeline/hubspot';
import { chunk } from '../base/collections.ts';
import { RunFailed, thenAgain } from '../base/run-errors.ts';
import { bisectBatch } from './bisect-batch.ts';
import type { HubspotTarget } from './hubspot-target.ts';
import { idsLeadingTo } from './merged-records.ts';

/** A HubSpot property, other than the source id, that is used for look-ups. */
export interface RecordKey {
  readonly property: string;
  /** The values by which a record may have been requested. */
  readonly valuesOf: (record: HubspotRecord) => readonly string[];
}

/** Records by the requested values; values without a record are missing. */
type FoundRecords = ReadonlyMap<string, HubspotRecord>;

/**
 * Reads HubSpot's records of one kind, a hundred per call. The id of a merged record finds the record that resulted, which
 * has another id. A value that HubSpot rejects counts as not found; only `bySourceId` throws `RunFailed` in that case,
 * because HubSpot does not know the property of the source id.
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
    for (const some of chunk(values, batchLimit)) {
      const send = (part: readonly string[]) => target.read(property, part, signal);
      for (const { answer } of await bisectBatch([...new Set(some)], send, !isSourceId)) {
        if (answer.outcome === 'ok')
          for (const record of answer.value.results)
            for (const value of valuesOf(record)) found.set(value, record);
        else if (isSourceId)
          throw new RunFailed(
            `HubSpot does not look ${hubspotNoun.many} up by ${sourceIdProperty}. Validate the connection's HubSpot properties`,
            { again: thenAgain },
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

/** Reads back which of these source ids are in HubSpot; returns their HubSpot ids. */
export async function findCreated(
  read: RecordReader,
  sourceIds: readonly string[],
): Promise<(sourceId: string) => string | undefined> {
  const found = await read.bySourceId(sourceIds);
  return (sourceId) => found.get(sourceId)?.id;
}

/** Reads back which updates are in force in HubSpot; returns their HubSpot ids. */
export async function findUpdated(
  read: RecordReader,
  records: readonly PlannedUpdate[],
): Promise<(record: PlannedUpdate) => string | undefined> {
  const found = await read.byId(records.map(({ hubspotId }) => hubspotId));
  return ({ hubspotId, after }) => {
    const row = found.get(hubspotId);
    const applied =
      row && Object.entries(after).every(([name, value]) => (row.properties[name] ?? '') === value);
    return applied ? row.id : undefined;
  };
}

/** Reads back which records HubSpot no longer has; returns the ids that they had. */
export async function findArchived(
  read: RecordReader,
  records: readonly PlannedArchive[],
): Promise<(record: PlannedArchive) => string | undefined> {
  const found = await read.byId(records.map(({ hubspotId }) => hubspotId));
  return ({ hubspotId }) => (found.has(hubspotId) ? undefined : hubspotId);
}

/** The AccuLynx id that a HubSpot record carries, or null. */
export function sourceIdIn(
  record: HubspotRecord,
  { sourceIdProperty }: Pick<RecordKind, 'sourceIdProperty'>,
): string | null {
  const value = record.properties[sourceIdProperty]?.trim() ?? '';
  return value === '' ? null : value;
}
