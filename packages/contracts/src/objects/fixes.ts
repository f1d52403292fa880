import type { SkipCode, WarningCode } from './kinds.ts';
import type { FailureCode } from './object-type.ts';

/** Where something is mended: the links beside it lead there. */
type Place = 'acculynx' | 'hubspot' | 'properties' | 'connection';

/** What a person does about a cause, and where. */
export interface Fix {
  readonly text: string;
  readonly places: readonly Place[];
}

const again = 'then run the migration again.';

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

/** For records that were left out. */
const skipFixes: Readonly<Record<SkipCode, Fix>> = {
  no_email: {
    text: 'Add an email address in AccuLynx, or create a migration that includes contacts without one.',
    places: ['acculynx'],
  },
  nothing_to_write: {
    text: `Give the contact a name, a company or an email address in AccuLynx, ${again}`,
    places: ['acculynx'],
  },
  merged_in_hubspot: {
    text: 'Nothing has to be done, unless the two must be two records in HubSpot.',
    places: ['hubspot'],
  },
  id_changed_in_hubspot: {
    text: `Put the id of the job back into "AccuLynx job id" of its deal in HubSpot, ${again} It stands at the end of the deal's "AccuLynx link".`,
    places: ['hubspot'],
  },
  lead_died: {
    text: `Close the deal in HubSpot, or set the connection to copy dead leads too, ${again}`,
    places: ['hubspot', 'connection'],
  },
  contact_not_in_hubspot: {
    text: `See why the contact itself did not go over, ${again}`,
    places: ['hubspot'],
  },
  contact_not_in_acculynx: {
    text: 'Nothing has to be done: the contact was deleted in AccuLynx.',
    places: [],
  },
  contact_deleted: {
    text: 'If AccuLynx still has the contact, run the migration again: it creates the contact again. Otherwise no action is needed.',
    places: ['acculynx'],
  },
};

const nextBrings = 'the next migration brings it over.';

/** For records that went over, but not with everything. */
const warningFixes: Readonly<Record<WarningCode, Fix>> = {
  invalid_email: {
    text: `They went over without it. Correct it in AccuLynx; ${nextBrings}`,
    places: ['acculynx'],
  },
  email_replaced: {
    text: 'Nothing has to be done. To use the first address, correct it in AccuLynx.',
    places: [],
  },
  email_overwritten: {
    text: `The log names both addresses. If the one before is right, enter it in AccuLynx, ${again}`,
    places: ['acculynx'],
  },
  email_shared: {
    text: 'In HubSpot an address belongs to one contact: the first got it. Give the others their own in AccuLynx.',
    places: ['acculynx'],
  },
  email_in_use: {
    text: 'They went over without it. If both are one person, merge them in HubSpot.',
    places: ['hubspot'],
  },
  other_emails: { text: 'Nothing has to be done: the addresses are kept.', places: [] },
  other_phones: { text: 'Nothing has to be done: the numbers are kept.', places: [] },
  no_mailing_address: {
    text: `Nothing has to be done for contacts without any address. To copy a billing address, enter it as the mailing address, ${again}`,
    places: ['acculynx'],
  },
  record_shared: {
    text: 'Two records of AccuLynx led to one of HubSpot: see whether they are the same.',
    places: ['acculynx', 'hubspot'],
  },
  text_cut: {
    text: 'Nothing has to be done. To copy the whole text, shorten it in AccuLynx.',
    places: ['acculynx'],
  },
  option_missing: {
    text: `They went over without the value. Add the option in HubSpot; ${nextBrings}`,
    places: ['properties'],
  },
  option_not_added: {
    text: `HubSpot takes no more options for the property. Remove some there; ${nextBrings}`,
    places: ['properties'],
  },
  stage_not_moved: {
    text: `See in HubSpot what a deal needs in that stage, or choose another stage in the connection; the next migration tries again.`,
    places: ['hubspot', 'connection'],
  },
  value_refused: {
    text: `They went over without the value. Correct it in AccuLynx; ${nextBrings}`,
    places: ['acculynx'],
  },
  label_gone: {
    text: `Nothing has to be done. To have the label, create it in HubSpot again, ${again}`,
    places: ['hubspot'],
  },
  contact_unreadable: {
    text: `Open the job in AccuLynx and see whether its contacts are right, ${again}`,
    places: ['acculynx'],
  },
  deal_was_deleted: {
    text: 'Nothing has to be done, unless the deal was deleted on purpose.',
    places: ['hubspot'],
  },
};

/** How records fared: not taken, left out, or over but not with everything. */
export type Fate = 'failed' | 'skipped' | 'warned';

const fixes: Readonly<Record<Fate, Readonly<Record<string, Fix>>>> = {
  failed: failureFixes,
  skipped: skipFixes,
  warned: warningFixes,
};

/** A code that is not known here: the log tells more than we do. */
const unknownFix: Fix = { text: 'The log says more about each of them.', places: ['acculynx', 'hubspot'] };

/** What a person does about records that fared so for this reason. */
export const fixOf = (fate: Fate, code: string): Fix => fixes[fate][code] ?? unknownFix;
