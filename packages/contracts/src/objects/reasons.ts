/** Where something is fixed: the links beside the fix lead there. */
type Place = 'acculynx' | 'hubspot' | 'properties' | 'connection';

/** What the user does about a cause, and where. */
export interface Fix {
  readonly text: string;
  readonly places: readonly Place[];
}

/** Why a record fails, in words. */
export interface FailureText {
  /** A complete sentence, for totals and exports. */
  readonly words: string;
  /** For a log entry, after the record's name and a colon. */
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
   * What the record lacks in HubSpot, by which the result of a run counts it: its email address, one of its values, or
   * `none`: the warning only says where a value is, and the log has it as information. Absent where the record needs
   * review.
   */
  readonly lacks?: 'email' | 'value' | 'none';
  /** The record may still get the value later in the run, which clears the warning. */
  readonly deferred?: true;
}

/**
 * Placeholders in a fix that `fixOf` replaces with how the record is copied again, which differs between migrations and
 * auto-sync.
 */
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

/** Why an undo leaves a record that the migration wrote, whatever the kind; codes are stored and never change. */
export const sparedByUndo = {
  changed_since: {
    words: 'It was changed since the migration wrote it',
    fix: {
      text: 'No action needed: the newer values stay. To undo the record anyway, change or delete it in HubSpot.',
      places: ['hubspot'],
    },
  },
  in_use_by_others: {
    words: 'It has been used in HubSpot since the migration created it',
    fix: {
      text: 'No action needed: it stays in HubSpot. Delete it there if it must go too.',
      places: ['hubspot'],
    },
  },
  no_prior_value: {
    words: 'The migration did not note what was there before',
    fix: {
      text: 'It stays as it is. To undo it, change it in HubSpot.',
      places: ['hubspot'],
    },
  },
} as const satisfies Readonly<Record<string, SkipReason>>;

/** Warnings about records that the undo of a migration reverted, whatever the kind. */
export const warnedByUndo = {
  changed_since: {
    words: 'Some of its values were changed since the migration wrote them, and stay',
    fix: {
      text: 'No action needed: the newer values stay. The log names them.',
      places: ['hubspot'],
    },
  },
} as const satisfies Readonly<Record<string, WarningReason>>;

/** Two records of AccuLynx share one in HubSpot: `words` names both. */
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
    text: 'No action needed. To copy the whole text, shorten it in AccuLynx.',
    places: ['acculynx'],
  },
};

/** For records that are not written when a dry run's plan is run, because the result would differ from what the plan shows. */
export const offPlan = {
  differs_from_plan: {
    words: 'It differs from the plan: AccuLynx or HubSpot has changed since the dry run',
    fix: { text: 'Start another dry run to see what would be written now, then run its plan.', places: [] },
  },
  not_in_plan: {
    words: 'Not in the plan',
    fix: { text: 'Start another dry run, which includes it, then run its plan.', places: [] },
  },
} as const satisfies Readonly<Record<string, SkipReason>>;

/** For values that a user substituted for those from AccuLynx, in one retry. */
export const valueCorrected: WarningReason = {
  words: 'A value was corrected by a user in this retry',
  fix: {
    text: `Correct it in AccuLynx as well; ${nextBrings}`,
    places: ['acculynx'],
  },
  lacks: 'none',
};
