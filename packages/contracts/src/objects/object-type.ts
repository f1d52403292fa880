import type { z } from 'zod';
import type { HubspotObject, HubspotScope } from './hubspot-object.ts';
import type { PropertyDefinition } from './property-definition.ts';
import type { FailureText, SkipReason, WarningReason } from './reasons.ts';

/** The outcomes of a migration's records, in the order of a batch's log entry. */
export const outcomeKinds = ['created', 'updated', 'unchanged', 'removed', 'skipped', 'failed'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** What a kind of record is called in running text. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** Codes by which records fail, whatever their kind: both vendors are the same for all. */
export type FailureCode = keyof ReturnType<typeof failureTexts>;

/**
 * What a migration plans and counts, as data: records of one kind, or the associations between two kinds. Codes and names
 * are stored and counted, so none of them may ever change.
 */
export interface RecordKind {
  /** Its name in plans, outcomes and totals. */
  readonly name: string;
  /** What it is called in AccuLynx. */
  readonly noun: Noun;
  /** What it is called in HubSpot. */
  readonly hubspotNoun: Noun;
  /** The address of its page in AccuLynx, with `{id}` for its id there; null: it has none. */
  readonly acculynxPage: string | null;
  /** Where its records are in HubSpot; null: they are not records of an object, and have no page. */
  readonly hubspotObject: HubspotObject | null;
  /** The HubSpot property, unique there, that holds the id of the record in AccuLynx. */
  readonly sourceIdProperty: string;
  /**
   * Its own words for outcomes, where they differ from the outcomes' names; outcomes listed here are shown even when they
   * are 0.
   */
  readonly outcomeWords?: Readonly<Partial<Record<OutcomeKind, string>>>;
  /** How a run's result names skipped records, after their number; absent where records are skipped by choice. */
  readonly leftOut?: string;
  readonly reasons: {
    /** HubSpot does not accept it, or AccuLynx sends it in an unreadable form. */
    readonly failed: Readonly<Record<FailureCode, FailureText>>;
    readonly skipped: Readonly<Record<string, SkipReason>>;
    readonly warned: Readonly<Record<string, WarningReason>>;
  };
}

/** A kind of record that users migrate. */
export interface ObjectType extends RecordKind {
  /** The user's choice; the key of its line in `objectTypes`. */
  readonly migrationType: string;
  readonly hubspotObject: HubspotObject;
  /** The scopes that a HubSpot token needs for it. */
  readonly scopes: readonly HubspotScope[];
  /** Every property that is written. Validation creates the missing ones; a run fails without them. */
  readonly properties: readonly PropertyDefinition[];
  /** The user's options for it: the fields of a new migration that it reads. */
  readonly options: z.ZodObject;
  /** Their values in a new migration where the caller sends nothing. */
  readonly optionDefaults: Readonly<Record<string, unknown>>;
  /** The related kinds that its migrations copy too: planned and counted separately from its own records. */
  readonly alongside: readonly RecordKind[];
  /** How its changes become known; null: auto-sync does not copy it. */
  readonly sync: SyncTopics | null;
}

/** AccuLynx' events of a kind of record (docs/vendors/acculynx.md, 6.2). */
export interface SyncTopics {
  /** The switch of a connection that turns its auto-sync on. */
  readonly switch: 'autoSyncNewContacts' | 'autoSyncNewJobs';
  /** The field of `event` that holds the record with its id, in lower case; AccuLynx' spelling of it varies in case. */
  readonly eventField: string;
  readonly topics: readonly string[];
  /** The topic that announces a new record. */
  readonly creationTopic: string;
  /** Whether its records have a creation time; otherwise those that exist are noted when auto-sync is switched on. */
  readonly tellsCreation: boolean;
  /** How often a sweep compares all records, in ms; a list that takes longer is swept without a pause. */
  readonly sweepAllEveryMs: number;
  /** Topics that matter only where a connection copies this detail. */
  readonly detailTopics: Readonly<Record<string, readonly string[]>>;
}

/** The codes of this kind's warnings that meet a condition. */
export const warningCodes = (
  { reasons }: RecordKind,
  fits: (reason: WarningReason) => boolean,
): readonly string[] =>
  Object.entries(reasons.warned).flatMap(([code, reason]) => (fits(reason) ? code : []));

/** The codes of warnings that only report where a value is. */
export const notedCodes = (kind: RecordKind): readonly string[] =>
  warningCodes(kind, ({ lacks }) => lacks === 'none');

/** The word for this outcome of this kind, after a number. */
export const outcomeWord = (
  outcome: OutcomeKind,
  { outcomeWords }: Pick<RecordKind, 'outcomeWords'>,
): string => outcomeWords?.[outcome] ?? outcome;

/** The same for an outcome that a dry run plans. */
export function plannedOutcomeWord(outcome: OutcomeKind, kind: Pick<RecordKind, 'outcomeWords'>): string {
  const word = outcomeWord(outcome, kind);
  if (outcome === 'unchanged' || (outcome === 'skipped' && word !== outcome)) return word;
  return outcome === 'failed' ? 'would fail' : `would be ${word}`;
}

/** The reasons for which a record fails; `one` is what HubSpot calls it. */
export function failureTexts(one: string) {
  return {
    invalid_email: {
      words: 'HubSpot does not accept the email address',
      log: 'HubSpot does not accept the email address',
    },
    invalid_option: {
      words: 'HubSpot does not have the chosen option',
      log: 'HubSpot does not have the option',
    },
    invalid_value: {
      words: 'HubSpot does not accept one of the values',
      log: 'HubSpot does not accept the value',
    },
    property_missing: {
      words: 'HubSpot does not have one of the properties',
      log: 'HubSpot does not have the property',
    },
    property_read_only: {
      words: 'HubSpot does not let one of the properties be written',
      log: 'HubSpot does not let the property be written',
    },
    property_required: {
      words: 'HubSpot requires a property that is empty',
      log: 'HubSpot requires a property that is empty',
    },
    conflict: {
      words: `Another HubSpot ${one} is in its place`,
      log: `HubSpot has another ${one} in its place`,
    },
    hubspot_record_gone: {
      words: `The HubSpot ${one} has been deleted`,
      log: `the HubSpot ${one} was deleted while the migration ran`,
    },
    no_result: {
      words: 'HubSpot returned no result',
      log: 'HubSpot gave neither a result nor an error for it',
    },
    not_confirmed: {
      words: `The run ended before HubSpot confirmed the write; look the ${one} up in HubSpot`,
      log: `the run ended before HubSpot confirmed the write; look the ${one} up in HubSpot`,
    },
    refused: { words: 'HubSpot refused it', log: 'HubSpot refused it' },
    round_failed: {
      words: 'It could not be copied because of an error on our side',
      log: 'it could not be copied because of an error on our side',
    },
    unreadable: {
      words: 'AccuLynx sent it in a form that cannot be read',
      log: 'AccuLynx sent it in a form that cannot be read',
    },
  } as const satisfies Readonly<Record<string, FailureText>>;
}
