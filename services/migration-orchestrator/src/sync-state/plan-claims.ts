import { isWrite, type BatchPlan, type PlannedRecord, type TakenKey } from '@ridgeline/contracts/internal';
import { storableText } from '../logs/storable-text.ts';

/** A unique value as it is compared: `key` of a planned record in the contract says how. */
export function comparableKey(key: string | null): string | null {
  return key === null ? null : storableText(key).trim().toLowerCase() || null;
}

export interface WantedKey {
  readonly claim: TakenKey['kind'];
  readonly key: string;
  readonly sourceId: string;
}

/** What a planned record claims for itself: its unique value, and the HubSpot record that it goes to. */
export function wantedKeys(record: PlannedRecord): WantedKey[] {
  const { sourceId } = record;
  const key = comparableKey(record.key ?? null);
  return [
    ...(key === null ? [] : [{ claim: 'key' as const, key, sourceId }]),
    ...('hubspotId' in record ? [{ claim: 'hubspot_id' as const, key: record.hubspotId, sourceId }] : []),
  ];
}

/** The unique value that a planned record gains through its own plan; null if it already has it, or waits for it. */
export function givenKey(record: PlannedRecord): string | null {
  const key = comparableKey(record.key ?? null);
  if (key === null || record.deferred || !isWrite(record)) return null;
  const values = record.action === 'create' ? record.properties : record.after;
  return Object.values(values).some((value) => comparableKey(value) === key) ? key : null;
}

/** What two unfinished plans of a portal must not both claim: a source record, a unique value, a HubSpot record. */
export interface PortalClaim {
  readonly claim: TakenKey['kind'] | 'source';
  readonly key: string;
}

/** A source record, and a database time before it was read. */
export interface ReadSource {
  readonly sourceId: string;
  readonly readAt: Date;
}

/** Two companies that share a portal have source records of their own. */
export const sourceClaim = (companyId: string, sourceId: string): PortalClaim => ({
  claim: 'source',
  key: `${companyId}/${sourceId}`,
});

/** A plan's claims in its portal, whatever its pass, including the values that it takes away. */
export function portalClaims(plan: Pick<BatchPlan, 'pass' | 'records'>, companyId: string): PortalClaim[] {
  const claims = plan.records.flatMap((record) => [
    sourceClaim(companyId, record.sourceId),
    ...wantedKeys(record),
    ...(plan.pass === 'settle' ? movedValues(record) : []),
  ]);
  return [...new Map(claims.map(({ claim, key }) => [`${claim} ${key}`, { claim, key }])).values()];
}

/** The unique values that a record of a settle plan is given and loses. */
function movedValues(record: PlannedRecord): PortalClaim[] {
  const { property } = record.deferred ?? {};
  if (property === undefined || !isWrite(record)) return [];
  const values =
    record.action === 'create'
      ? [record.properties[property]]
      : [record.before[property], record.after[property]];
  return values.flatMap((value) => {
    const key = comparableKey(value ?? null);
    return key === null ? [] : [{ claim: 'key' as const, key }];
  });
}

/** A value that a record loses when its plan is written. */
export interface FreedValue {
  readonly property: string;
  /** In the form in which keys are compared. */
  readonly value: string;
}

/** The values that the updates of a plan replace or take away, of these records only. */
export const freedValues = (records: readonly PlannedRecord[], written: ReadonlySet<string>): FreedValue[] =>
  records.flatMap((record) => {
    if (record.action !== 'update' || !written.has(record.sourceId)) return [];
    return Object.entries(record.before).flatMap(([property, before]) => {
      const value = comparableKey(before);
      return value === null || value === comparableKey(record.after[property] ?? null)
        ? []
        : [{ property, value }];
    });
  });
