import {
  contactList,
  contactListSpec,
  contactsPageSize,
  type AcculynxContact,
  type FetchPage,
  type UnreadableRecord,
} from '@ridgeline/acculynx';
import { contactType } from '@ridgeline/contracts';
import { askAcculynx } from '../../../vendors/ask.ts';
import { recordSource, type RecordSource, type TakeRecord } from '../../../vendors/record-source.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';

/** AccuLynx' contacts, this many pages concurrently. */
export const contactsSideBySide = (
  acculynx: AcculynxAccess<'contactsPage'>,
  ahead: number,
): RecordSource<AcculynxContact> => {
  const { databaseTime } = acculynx;
  return recordSource(contactPages(acculynx), contactListSpec, { databaseTime, ahead });
};

/** AccuLynx' contacts as a run reads them. */
export const contactSource = (
  acculynx: AcculynxAccess<'contactsPage'>,
  _options?: unknown,
  take?: TakeRecord,
): RecordSource<AcculynxContact> => {
  const { databaseTime } = acculynx;
  return recordSource(contactPages(acculynx), contactListSpec, { databaseTime, take });
};

/** How many calls it takes to read all contacts; Infinity if AccuLynx does not report their number. */
export async function contactListCalls(
  acculynx: AcculynxAccess<'contactsPage'>,
  signal: AbortSignal,
): Promise<number> {
  const { count } = await contactPages(acculynx)(0, signal);
  return count === null ? Infinity : Math.ceil(count / contactsPageSize);
}

/** The pages of AccuLynx' contacts, each requested for as long as it takes; `onAttempt` is called before each attempt. */
export const contactPages = (
  acculynx: AcculynxAccess<'contactsPage'>,
  onAttempt?: () => void,
): FetchPage<AcculynxContact | UnreadableRecord> =>
  contactList((startIndex, unwanted) =>
    askAcculynx(
      acculynx,
      contactType.noun.many,
      (client, until) => {
        onAttempt?.();
        return client.contactsPage(startIndex, until);
      },
      unwanted,
    ),
  );
