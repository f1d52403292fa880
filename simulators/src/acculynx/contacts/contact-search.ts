import { z } from 'zod';
import { ok, type Answer } from '../../http/answer.ts';
import type { Route, VendorRequest } from '../../http/vendor-server.ts';
import type { Contact } from '../../seed/contacts.ts';
import { contactTypes } from '../../seed/settings-lists.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { day, pageSizeOf, wholeNumber, type Quirks } from '../requests/paging.ts';
import { renderContact } from './render-contact.ts';
import { bodyAs } from '../requests/request-body.ts';

const searchBody = z.object({
  startDate: z.string(),
  endDate: z.string(),
  sort: z.object({
    sortColumn: z.enum([
      'CreatedDate',
      'CompanyName',
      'ContactType',
      'firstName',
      'lastName',
      'LifeTimeValue',
    ]),
    sortDirection: z.enum(['Ascending', 'Descending']),
  }),
  contactTypes: z.array(z.string()).optional(),
  searchTerm: z.string().optional(),
});

type Search = z.output<typeof searchBody>;

const nameOfType = (contact: Contact): string =>
  contactTypes().find(({ id }) => contact.contactTypeIds.includes(id))?.name ?? '';

const SORT_KEYS: Readonly<Record<Search['sort']['sortColumn'], (contact: Contact) => string>> = {
  CreatedDate: ({ createdDate }) => createdDate,
  CompanyName: ({ companyName }) => companyName ?? '',
  ContactType: nameOfType,
  firstName: ({ firstName }) => firstName ?? '',
  lastName: ({ lastName }) => lastName ?? '',
  LifeTimeValue: () => '',
};

const matches = (contact: Contact, { contactTypes: types, searchTerm }: Search): boolean => {
  const names = [contact.firstName, contact.lastName, contact.companyName].join('\n').toLowerCase();
  return (
    (types === undefined || types.length === 0 || types.includes(nameOfType(contact))) &&
    (searchTerm === undefined || names.includes(searchTerm.toLowerCase()))
  );
};

/** `POST /contacts/search`: by day of creation, with type, name and order (docs/vendors/acculynx.md, 3.6). */
export function contactSearchRoute(quirks: () => Quirks): Route<AccuLynxCompany> {
  const bound = (text: string, name: string): string =>
    day(quirks().contactSearchDates === 'date-time' ? text.slice(0, 10) : text, name);

  const handle = (request: VendorRequest<AccuLynxCompany>): Answer => {
    const search = bodyAs(searchBody, request.body(), quirks());
    const { query } = request.call;
    const [from, to] = [bound(search.startDate, 'startDate'), bound(search.endDate, 'endDate')];
    const pageSize = pageSizeOf(query, { fallback: 25, cap: 25 }, quirks());
    const pageStartIndex = wholeNumber(query, 'pageStartIndex', 0, quirks());
    const key = SORT_KEYS[search.sort.sortColumn];
    const direction = search.sort.sortDirection === 'Ascending' ? 1 : -1;
    const found = [...request.subject.data.contacts.createdBetween(from, to)]
      .filter((contact) => matches(contact, search))
      .sort((a, b) => (key(a) + a.id < key(b) + b.id ? -direction : direction));
    const start = pageStartIndex * pageSize;
    const items = found
      .slice(start, start + pageSize)
      .map((contact) => renderContact(contact, { emails: true, phones: true, billingAddress: false }));
    return ok({ count: found.length, pageSize, pageStartIndex, items }, items.length);
  };

  return { method: 'post', path: '/api/v2/contacts/search', handle };
}
