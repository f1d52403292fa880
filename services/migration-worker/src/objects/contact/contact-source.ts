import { contactList, contactListSpec, type AcculynxContact } from '@ridgeline/acculynx';
import { contactType } from '@ridgeline/contracts';
import {
  patientPages,
  recordSource,
  type AcculynxAccess,
  type RecordSource,
} from '../../vendors/record-source.ts';

/** AccuLynx' contacts as a run reads them. */
export function contactSource(acculynx: AcculynxAccess<'contactsPage'>): RecordSource<AcculynxContact> {
  const pages = patientPages(acculynx, contactType.noun.many, (startIndex, signal) =>
    acculynx.client.contactsPage(startIndex, signal),
  );
  return recordSource(contactList(pages), contactListSpec);
}
