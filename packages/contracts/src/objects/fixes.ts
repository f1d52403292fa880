import { firstAnswer } from './kinds.ts';
import type { FailureCode } from './object-type.ts';
import { again, type Fix } from './reasons.ts';

/** For records that failed. */
const failureFixes: Readonly<Record<FailureCode, Fix>> = {
  invalid_email: { text: `Correct the email address in AccuLynx, ${again}`, places: ['acculynx'] },
  invalid_option: { text: `Add the option to the property in HubSpot, ${again}`, places: ['properties'] },
  invalid_value: {
    text: `Correct the value in AccuLynx, ${again} The log says which one it is.`,
    places: ['acculynx'],
  },
  property_missing: {
    text: `Save the connection once more: it creates the properties that are missing. Then run the migration again.`,
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
    text: 'If AccuLynx still has the record, run the migration again: it creates the record again.',
    places: ['acculynx'],
  },
  no_result: {
    text: 'Look the record up in HubSpot. Running the migration again is safe: nothing is copied twice.',
    places: ['hubspot'],
  },
  not_confirmed: {
    text: 'Running the migration again is safe: what is there is recognized, and nothing is copied twice.',
    places: ['hubspot'],
  },
  refused: {
    text: `The log says what HubSpot answered. Correct it, ${again}`,
    places: ['acculynx', 'hubspot'],
  },
  unreadable: {
    text: `Nothing in HubSpot was changed. Open the record in AccuLynx and save it, ${again} If it fails again, ask AccuLynx' support: the log says which field is at fault.`,
    places: ['acculynx'],
  },
};

/** How records fared: not taken, left out, or over but not with everything. */
export type Fate = 'failed' | 'skipped' | 'warned';

const failed: Readonly<Record<string, Fix>> = failureFixes;

/** A code that is not known here: the log has more than we do. */
const unknownFix: Fix = { text: 'The log says more about each of them.', places: ['acculynx', 'hubspot'] };

/** What the user does about records of this kind with this outcome, for this reason. */
export function fixOf(fate: Fate, code: string, kind: string): Fix {
  if (fate === 'failed') return failed[code] ?? unknownFix;
  return firstAnswer(kind, ({ reasons }) => reasons[fate][code]?.fix) ?? unknownFix;
}
