/** Where something is fixed: the links beside it lead there. */
type Place = 'acculynx' | 'hubspot' | 'properties' | 'connection';

/** What the user does about a cause, and where. */
export interface Fix {
  readonly text: string;
  readonly places: readonly Place[];
}

/** Why a record fails, in words. */
export interface FailureText {
  /** A sentence of its own, for accounts and exports. */
  readonly words: string;
  /** For a log line, behind the record's name and a colon. */
  readonly log: string;
}

/** Why a record is left out. */
export interface SkipReason {
  /** A sentence. */
  readonly words: string;
  readonly fix: Fix;
}

/** What the user should know of a record that is copied. */
export interface WarningReason extends SkipReason {
  /**
   * What the record lacks in HubSpot, by which the result of a run counts it: its email address, one of its values, or `none`:
   * the warning only says where a value is, and the log has it as information. Absent where the record is worth a look.
   */
  readonly lacks?: 'email' | 'value' | 'none';
  /** The record may still get the value later in the run: then the warning does not count any more. */
  readonly deferred?: true;
}

/** Places in a fix where `fixOf` says how the record is copied again, which differs between migrations and auto-sync. */
export const again = '{again}';
export const rerunCreates = '{rerunCreates}';
export const nextBrings = '{nextBrings}';
export const nextTries = '{nextTries}';

/** For records that AccuLynx does not have when auto-sync reads them. */
export const goneFromAcculynx: SkipReason = {
  words: 'It was deleted in AccuLynx',
  fix: {
    text: 'No action needed. HubSpot was not changed: delete the record there if it must go too.',
    places: ['hubspot'],
  },
};

/** Two records of AccuLynx have one in HubSpot: `words` names both. */
export const recordShared = (words: string): WarningReason => ({
  words,
  fix: {
    text: 'Two records of AccuLynx led to one of HubSpot: see whether they are the same.',
    places: ['acculynx', 'hubspot'],
  },
});

/** For kinds that cut texts which are too long (the worker's `fitValues`). */
export const textCut: WarningReason = {
  words: 'A text is longer than HubSpot holds; its end was cut off',
  fix: {
    text: 'Nothing has to be done. To copy the whole text, shorten it in AccuLynx.',
    places: ['acculynx'],
  },
};

/** For records that a run of a dry run's plan does not write, because it would not write what the plan shows. */
export const offPlan = {
  differs_from_plan: {
    words: 'It differs from the plan: AccuLynx or HubSpot has changed since the dry run',
    fix: { text: 'Start another dry run to see what would be written now, then run its plan.', places: [] },
  },
  not_in_plan: {
    words: 'The dry run did not plan it',
    fix: { text: 'Start another dry run, which includes it, then run its plan.', places: [] },
  },
} as const satisfies Readonly<Record<string, SkipReason>>;
