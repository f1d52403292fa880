import { z } from 'zod';

/** What a migration moves. */
export const migrationTypeSchema = z.enum(['contacts', 'jobs'], 'migration.type_required');
export type MigrationType = z.infer<typeof migrationTypeSchema>;

/** How the records of a migration come out; a batch's log line counts them in this order. */
export const outcomeKinds = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** What a kind of record is called in running text. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** Why a record fails, in words. */
export interface FailureText {
  /** A sentence of its own, for accounts and exports. */
  readonly words: string;
  /** For a log line, behind the record's name and a colon. */
  readonly log: string;
}

/** Codes by which records fail, whatever their kind: both vendors are the same for all. */
export type FailureCode = keyof ReturnType<typeof failureTexts>;

/**
 * What a migration plans and counts, as data: records of one kind, or the associations between two kinds. Codes and
 * names are stored and counted, so that none of them ever changes.
 */
export interface RecordKind {
  /** Names it in plans, outcomes and accounts. */
  readonly name: string;
  /** What it is called in AccuLynx. */
  readonly noun: Noun;
  /** What it is called in HubSpot. */
  readonly hubspotNoun: Noun;
  /** The HubSpot property, unique there, that holds the id of the record in AccuLynx. */
  readonly sourceIdProperty: string;
  /** What is said of outcomes where it is not their own names; those that are named here are told even when they are 0. */
  readonly outcomeWords?: Readonly<Partial<Record<OutcomeKind, string>>>;
  readonly reasons: {
    /** Why a record fails: HubSpot does not take it, or AccuLynx does not hand it out as it should. */
    readonly failed: Readonly<Record<FailureCode, FailureText>>;
    /** Why a record is left out, in a sentence. */
    readonly skipped: Readonly<Record<string, string>>;
    /** What a person should know of a record that goes over, in a sentence. */
    readonly warned: Readonly<Record<string, string>>;
    /** Those codes of `warned` that tell where a value stands, and of no loss: the log has them as information. */
    readonly noted?: readonly string[];
    /** Those codes of `warned` that tell of a value which the record may still be given: then they do not count any more. */
    readonly deferred?: readonly string[];
  };
}

/** A kind of record that people migrate. */
export interface ObjectType extends RecordKind {
  readonly migrationType: MigrationType;
  /** The name of the object in HubSpot's paths. */
  readonly hubspotObject: 'contacts' | 'deals';
  /** What people choose for it: the fields of a new migration that it reads. */
  readonly options: z.ZodType<Readonly<Record<string, unknown>>>;
  /** What comes along in a migration of it: planned and counted as well, apart from its own records. */
  readonly alongside: readonly RecordKind[];
}

/** How what came out in this way is told of this kind, behind a number. */
export const outcomeWord = (
  outcome: OutcomeKind,
  { outcomeWords }: Pick<RecordKind, 'outcomeWords'>,
): string => outcomeWords?.[outcome] ?? outcome;

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
    unreadable: {
      words: 'AccuLynx sent it in a form that cannot be read',
      log: 'AccuLynx sent it in a form that cannot be read',
    },
  } as const satisfies Readonly<Record<string, FailureText>>;
}
