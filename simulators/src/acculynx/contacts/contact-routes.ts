import { ok } from '../../http/answer.ts';
import type { Route, VendorRequest } from '../../http/vendor-server.ts';
import type { Contact } from '../../seed/contacts.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { disturbedPage, malformed } from '../requests/disturbed-page.ts';
import { refuse } from '../answers/errors.ts';
import { byRecordOffset, pageSizeOf, wholeNumber, type Page, type Quirks } from '../requests/paging.ts';
import { contactView, renderContact, renderEmail, renderPhone } from './render-contact.ts';

type Request = VendorRequest<AccuLynxCompany>;

/** The contact that the path names, or AccuLynx's 404. */
export function contactOf({ subject, params }: Request): Contact {
  const id = params['contactId'] ?? '';
  return subject.data.contacts.get(id) ?? refuse(404, `Contact '${id}' was not found.`);
}

/**
 * Where a page of contacts begins: the index counts pages (or, by switch, records), and past the end the last page is
 * repeated.
 */
function pageStart(index: number, pageSize: number, count: number, quirks: Quirks): number {
  const start = quirks.contactsStartIndex === 'page' ? index * pageSize : index;
  if (start < count || start === 0) return start;
  if (quirks.contactsPastEnd === '416')
    refuse(416, 'The requested page start index is beyond the available data.');
  return Math.max(0, Math.ceil(count / pageSize) - 1) * pageSize;
}

export function contactRoutes(now: () => number, quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const list = (request: Request) => {
    const { call, subject } = request;
    const pageSize = pageSizeOf(call.query, { fallback: 25, cap: 50 }, quirks());
    const pageStartIndex = wholeNumber(call.query, 'pageStartIndex', 0, quirks());
    const count = subject.data.contacts.count;
    const start = pageStart(pageStartIndex, pageSize, count, quirks());
    const view = contactView(call.query.get('includes'), quirks().listBillingAddress);
    const { contacts } = subject.data;
    const shown = disturbedPage(request, contacts, now(), contacts.slice(start, pageSize));
    const items = malformed(
      request,
      shown.map((contact) => renderContact(contact, view)),
    );
    const page: Page<unknown> = { count: count + quirks().phantomContacts, pageSize, pageStartIndex, items };
    return ok(page, items.length);
  };

  /** Their index counts the same as that of contacts (docs/vendors/acculynx.md, 3.2). */
  const types = ({ call, subject }: Request) => {
    const pageSize = pageSizeOf(call.query, { fallback: 25, cap: 50 }, quirks());
    const index = wholeNumber(call.query, 'pageStartIndex', 0, quirks());
    const start = quirks().contactsStartIndex === 'page' ? index * pageSize : index;
    const rows = subject.data.settings.contactTypes();
    return ok({ ...byRecordOffset(rows, start, pageSize), pageStartIndex: index });
  };

  const one = (request: Request) => {
    const view = contactView(request.call.query.get('includes'), true);
    return ok(malformed(request, [renderContact(contactOf(request), view)])[0], 1);
  };

  const emails = (request: Request) => {
    const contact = contactOf(request);
    return ok({ items: contact.emailAddresses.map((email) => renderEmail(contact.id, email)) });
  };

  const email = (request: Request) => {
    const contact = contactOf(request);
    const found = contact.emailAddresses.find(({ id }) => id === request.params['emailId']);
    return ok(
      found === undefined ? refuse(404, 'The e-mail address was not found.') : renderEmail(contact.id, found),
    );
  };

  const phones = (request: Request) => {
    const contact = contactOf(request);
    return ok({ items: contact.phoneNumbers.map((phone) => renderPhone(contact.id, phone)) });
  };

  const phone = (request: Request) => {
    const contact = contactOf(request);
    const found = contact.phoneNumbers.find(({ id }) => id === request.params['phoneId']);
    return ok(
      found === undefined ? refuse(404, 'The phone number was not found.') : renderPhone(contact.id, found),
    );
  };

  return [
    { method: 'get', path: '/api/v2/contacts', handle: list },
    { method: 'get', path: '/api/v2/contacts/contact-types', handle: types },
    { method: 'get', path: '/api/v2/contacts/:contactId', handle: one },
    { method: 'get', path: '/api/v2/contacts/:contactId/email-addresses', handle: emails },
    { method: 'get', path: '/api/v2/contacts/:contactId/email-addresses/:emailId', handle: email },
    { method: 'get', path: '/api/v2/contacts/:contactId/phone-numbers', handle: phones },
    { method: 'get', path: '/api/v2/contacts/:contactId/phone-numbers/:phoneId', handle: phone },
  ];
}
