import { firstAnswer } from './kinds.ts';
import type { FailureCode } from './object-type.ts';
import type { Fix } from './reasons.ts';
import { capitalized } from './words.ts';

/** What copies a record after its fix: a migration that the user runs again, or auto-sync, whose failed records are retried. */
export type CopiedBy = 'migration' | 'sync';

/** How a user has records copied again, and where the exact fault is described. */
interface Words {
  readonly run: string;
  readonly running: string;
  readonly message: string;
}

const failureFixes = {
  migration: fixesOfFailures({
    run: 'run the migration again',
    running: 'Running the migration again',
    message: 'the log',
  }),
  sync: fixesOfFailures({ run: 'retry it', running: 'Retrying', message: 'the message' }),
};

/** For records that failed. */
function fixesOfFailures({ run, running, message }: Words): Readonly<Record<FailureCode, Fix>> {
  const again = `then ${run}.`;
  const says = capitalized(message);
  return {
    invalid_email: { text: `Correct the email address in AccuLynx, ${again}`, places: ['acculynx'] },
    invalid_option: { text: `Add the option to the property in HubSpot, ${again}`, places: ['properties'] },
    invalid_value: {
      text: `Correct the value in AccuLynx, ${again} ${says} says which one it is.`,
      places: ['acculynx'],
    },
    property_missing: {
      text: `Save the connection again: it creates the missing properties. Then ${run}.`,
      places: ['connection', 'properties'],
    },
    property_read_only: {
      text: `Let the property be edited by integrations in HubSpot, ${again}`,
      places: ['properties'],
    },
    property_required: {
      text: `Fill in the value in AccuLynx, or let the property be empty in HubSpot, ${again}`,
      places: ['acculynx', 'properties'],
    },
    conflict: {
      text: `Look at both records in HubSpot and merge them, ${again}`,
      places: ['hubspot', 'acculynx'],
    },
    hubspot_record_gone: {
      text: `If AccuLynx still has the record, ${run}: it creates the record again.`,
      places: ['acculynx'],
    },
    no_result: {
      text: `Look the record up in HubSpot. ${running} is safe: nothing is copied twice.`,
      places: ['hubspot'],
    },
    not_confirmed: {
      text: `${running} is safe: what is there is recognized, and nothing is copied twice.`,
      places: ['hubspot'],
    },
    refused: {
      text: `${says} says what HubSpot answered. Correct it, ${again}`,
      places: ['acculynx', 'hubspot'],
    },
    round_failed: {
      text: `${says} says more. ${running} is safe: nothing is copied twice.`,
      places: [],
    },
    unreadable: {
      text: `Nothing in HubSpot was changed. Open the record in AccuLynx and save it, ${again} If it fails again, ask AccuLynx' support: ${message} says which field is at fault.`,
      places: ['acculynx'],
    },
  };
}

/** The outcomes that need attention: failed, skipped, or copied with warnings. */
export type IssueKind = 'failed' | 'skipped' | 'warned';

/** For a code that is not known here: the log, or the vendor's message, knows more. */
const unknownFixes: Readonly<Record<CopiedBy, Fix>> = {
  migration: { text: 'The log says more about each of them.', places: ['acculynx', 'hubspot'] },
  sync: {
    text: 'Compare the record in AccuLynx and HubSpot, then retry it.',
    places: ['acculynx', 'hubspot'],
  },
};

/** The values of a fix's placeholders: after a change in AccuLynx, auto-sync copies the record again. */
const copiedAgain = {
  migration: {
    again: 'then run the migration again.',
    rerunCreates: 'run the migration again: it creates',
    nextBrings: 'the next migration copies it.',
    nextTries: 'the next migration tries again.',
  },
  sync: {
    again: 'then auto-sync copies it.',
    rerunCreates: 'save it there again: auto-sync creates',
    nextBrings: 'its next change in AccuLynx copies it.',
    nextTries: 'its next change in AccuLynx tries again.',
  },
} as const satisfies Readonly<Record<CopiedBy, object>>;

/** The user's fix for records of this kind with this outcome and reason. */
export function fixOf(issue: IssueKind, code: string, kind: string, copiedBy: CopiedBy = 'migration'): Fix {
  const failed: Readonly<Record<string, Fix>> = failureFixes[copiedBy];
  const fix =
    issue === 'failed' ? failed[code] : firstAnswer(kind, ({ reasons }) => reasons[issue][code]?.fix);
  if (!fix) return unknownFixes[copiedBy];
  const words: Readonly<Record<string, string>> = copiedAgain[copiedBy];
  return { ...fix, text: fix.text.replaceAll(/\{(\w+)\}/g, (_, place: string) => words[place] ?? '') };
}
