import type { FailureCode, SkipCode, WarningCode } from '@ridgeline/contracts';
import type { DeferredValue, RecordReference } from '@ridgeline/contracts/internal';

/**
 * Values by HubSpot property. An empty source value has no place here, because it must not clear HubSpot's; an empty text
 * clears our former value, which is not true any more.
 */
export type RecordValues = Readonly<Record<string, string>>;

/** Something about one record that a person should know, though the record goes over. */
export interface RecordWarning {
  readonly code: WarningCode;
  readonly message: string;
  /** What the log says of several records at once, behind how many they are; without it each has a line of its own. */
  readonly many?: string | undefined;
  /** The value that HubSpot refused, where another one took its place. */
  readonly refused?: string | undefined;
  /** A value of HubSpot that we did not write, and what takes its place. */
  readonly replaced?: { readonly before: string; readonly after: string } | undefined;
}

/** A warning whose words are the same for one record, behind its name, and for many. */
export const sharedWarning = (code: WarningCode, name: string, words: string): RecordWarning => ({
  code,
  message: `${name}: ${words}`,
  many: words,
});

interface Planned {
  readonly sourceId: string;
  readonly warnings: readonly RecordWarning[];
  /** The value that the record goes without, because another record has it; it may become free before the run ends. */
  readonly deferred?: DeferredValue | undefined;
  /** The unique value, besides the source id, that is this record's for the run: no other one may claim it. */
  readonly key?: string | undefined;
  /** What the record is to be associated with in HubSpot when all records are written. */
  readonly references?: readonly RecordReference[] | undefined;
  /** What to call the record to people where it is referred to. */
  readonly displayName?: string | undefined;
  /** The names of values that are ids, by property: for the warning when HubSpot refuses one. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

export interface PlannedCreate extends Planned {
  readonly action: 'create';
  readonly properties: RecordValues;
}

/** `before` holds HubSpot's values of exactly the properties in `after`, null where HubSpot has none. */
export interface PlannedUpdate extends Planned {
  readonly action: 'update';
  readonly hubspotId: string;
  readonly before: Readonly<Record<string, string | null>>;
  readonly after: RecordValues;
}

interface PlannedUnchanged extends Planned {
  readonly action: 'unchanged';
  readonly hubspotId: string;
}

interface PlannedSkip extends Planned {
  readonly action: 'skip';
  readonly reason: SkipCode;
  readonly message: string;
  /**
   * The HubSpot record that this one has without being written: that of another source record, which stands for both, so that
   * what refers to this one is associated with it, or its own from an earlier migration.
   */
  readonly standIn?: string | undefined;
}

/** A record that cannot go over, as is known before anything is written. */
interface PlannedFail extends Planned {
  readonly action: 'fail';
  readonly reason: FailureCode;
  readonly message: string;
}

/** A record that costs a write. */
export type PlannedWrite = PlannedCreate | PlannedUpdate;

/** What will be done with one source record. */
export type PlannedRecord = PlannedWrite | PlannedUnchanged | PlannedSkip | PlannedFail;

export const isCreate = (record: PlannedRecord): record is PlannedCreate => record.action === 'create';
export const isUpdate = (record: PlannedRecord): record is PlannedUpdate => record.action === 'update';
export const isWrite = (record: PlannedRecord): record is PlannedWrite =>
  isCreate(record) || isUpdate(record);
