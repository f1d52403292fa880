/** The reasons that a migration reports; one that is not known here still reads as words. */
const known: Readonly<Record<string, string>> = {
  no_email: 'No email address in AccuLynx',
  nothing_to_write: 'Nothing in AccuLynx that HubSpot could hold',
  invalid_email: 'HubSpot does not accept the email address',
  invalid_option: 'HubSpot does not have the chosen option',
  invalid_value: 'HubSpot does not accept one of the values',
  property_missing: 'HubSpot does not have one of the properties',
  property_read_only: 'HubSpot does not let one of the properties be written',
  property_required: 'HubSpot requires a property that is empty',
  conflict: 'Another HubSpot contact is in its place',
  hubspot_record_gone: 'The HubSpot contact was deleted meanwhile',
  no_result: 'HubSpot did not say what became of it',
  not_confirmed: 'The run ended before HubSpot confirmed the write; look the contact up in HubSpot',
  refused: 'HubSpot refused it',
  record_shared: 'Another AccuLynx contact goes to the same HubSpot contact',
  email_shared: 'Another AccuLynx contact has the same email address',
  email_in_use: 'Another HubSpot contact has the email address',
};

/** A reason's code as a sentence. */
export function reasonInWords(code: string): string {
  const words =
    known[code] ??
    code
      .replaceAll(/[._-]+/g, ' ')
      .trim()
      .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
