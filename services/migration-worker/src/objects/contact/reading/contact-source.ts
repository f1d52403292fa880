import {
  contactList,
  contactListSpec,
  type AcculynxContact,
  type FetchPage,
  type UnreadableRecord,
} from '@ridgeline/acculynx';
import { contactType } from '@ridgeline/contracts';
import { askAcculynx } from '../../../vendors/ask.ts';
import { recordSource, type RecordSource } from '../../../vendors/record-source.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';

/** AccuLynx' contacts, so many pages side by side. */
export const contactsSideBySide = (
  acculynx: AcculynxAccess<'contactsPage'>,
  ahead?: number,
): RecordSource<AcculynxContact> =>
  recordSource(contactPages(acculynx), contactListSpec, acculynx.databaseTime, ahead);

/** AccuLynx' contacts as a run reads them. */
export const contactSource = (acculynx: AcculynxAccess<'contactsPage'>): RecordSource<AcculynxContact> =>
  contactsSideBySide(acculynx);

/** The pages of AccuLynx' contacts, each asked for as long as it takes. */
export const contactPages = (
  acculynx: AcculynxAccess<'contactsPage'>,
): FetchPage<AcculynxContact | UnreadableRecord> =>
  contactList((startIndex, unwanted) =>
    askAcculynx(
      acculynx,
      contactType.noun.many,
      (client, until) => client.contactsPage(startIndex, until),
      unwanted,
    ),
  );
