import type { MigrationType } from '../migration.ts';

/** How the records of a migration come out; a batch's log line counts them in this order. */
export const outcomeKinds = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** What a kind of record is called in running text. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** Why HubSpot does not take a record, in words. */
export interface FailureText {
  /** A sentence of its own, for accounts and exports. */
  readonly words: string;
  /** For a log line, behind the record's name and a colon. */
  readonly log: string;
}

/** Codes by which records fail, whatever their kind: HubSpot is the same for all. */
export type FailureCode = keyof ReturnType<typeof failureTexts>;

/**
 * A kind of record that goes over, as data: what it is called on both sides, how a HubSpot record carries the source's id,
 * and every reason that a record may be reported with. Codes are stored and counted, so that a code never changes.
 */
export interface ObjectType {
  readonly migrationType: MigrationType;
  /** What it is called in AccuLynx. */
  readonly noun: Noun;
  /** What it is called in HubSpot. */
  readonly hubspotNoun: Noun;
  /** The name of the object in HubSpot's paths. */
  readonly hubspotObject: 'contacts' | 'deals';
  /** The HubSpot property, unique there, that holds the id of the record in AccuLynx. */
  readonly sourceIdProperty: string;
  readonly reasons: {
    /** Why HubSpot does not take a record. */
    readonly failed: Readonly<Record<FailureCode, FailureText>>;
    /** Why a record is left out, in a sentence. */
    readonly skipped: Readonly<Record<string, string>>;
    /** What a person should know of a record that goes over, in a sentence. */
    readonly warned: Readonly<Record<string, string>>;
  };
}

/** The reasons for which HubSpot does not take a record; `one` is what HubSpot calls it. */
export function failureTexts(one: string) {
  return {
    invalid_email: {
      words: 'HubSpot does not accept the email address',
      log: 'HubSpot does not accept the e-mail address',
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
      words: `The HubSpot ${one} was deleted meanwhile`,
      log: `the HubSpot ${one} was deleted while the migration ran`,
    },
    no_result: {
      words: 'HubSpot did not say what became of it',
      log: 'HubSpot gave neither a result nor an error for it',
    },
    not_confirmed: {
      words: `The run ended before HubSpot confirmed the write; look the ${one} up in HubSpot`,
      log: `the run ended before HubSpot confirmed the write; look the ${one} up in HubSpot`,
    },
    refused: { words: 'HubSpot refused it', log: 'HubSpot refused it' },
  } as const satisfies Readonly<Record<string, FailureText>>;
}
