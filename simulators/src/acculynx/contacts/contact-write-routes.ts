import { z } from 'zod';
import { noContent, type Answer } from '../../http/answer.ts';
import type { Route, VendorRequest } from '../../http/vendor-server.ts';
import type { Address } from '../../seed/addresses.ts';
import type { EmailAddress } from '../../seed/emails.ts';
import type { PhoneNumber } from '../../seed/phones.ts';
import { COUNTRIES, stateById } from '../../seed/places.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { contactOf } from './contact-routes.ts';
import { stub } from '../answers/links.ts';
import type { Quirks } from '../requests/paging.ts';
import { bodyAs } from '../requests/request-body.ts';

type Request = VendorRequest<AccuLynxCompany>;

const place = z.object({ id: z.int() });
const address = z.object({
  street1: z.string().nullable().default(null),
  street2: z.string().nullable().default(null),
  city: z.string().nullable().default(null),
  zipCode: z.string().max(50).nullable().default(null),
  state: place.optional(),
  country: place.optional(),
});
const email = z.object({
  address: z.string(),
  type: z.enum(['Personal', 'Work', 'Other']),
  primary: z.boolean().default(false),
});
const phone = z.object({
  number: z.string(),
  ext: z.string().nullable().default(null),
  type: z.enum(['Home', 'Mobile', 'Work']),
  primary: z.boolean().default(false),
  smsOptOut: z.boolean().nullable().default(null),
});

const TYPES_MESSAGE = 'contactTypeIds must contain at least one item.';
const core = {
  contactTypeIds: z.array(z.string()).min(1, TYPES_MESSAGE),
  firstName: z.string().max(50).nullable().default(null),
  companyName: z.string().max(100).nullable().default(null),
  crossReference: z.string().max(250).nullable().default(null),
  mailingAddress: address.nullable().default(null),
  billingAddress: address.nullable().default(null),
  billingAddressSameAsMailingAddress: z.boolean().default(false),
};
const createBody = z.object({
  ...core,
  lastName: z.string().max(50).nullable().default(null),
  phoneNumbers: z.array(phone).default([]),
  emailAddresses: z.array(email).default([]),
});
const replaceBody = z.object({ ...core, lastName: z.string().max(50) });

const toAddress = (given: z.output<typeof address> | null): Address | null =>
  given === null
    ? null
    : {
        ...given,
        state: given.state === undefined ? null : stateById(given.state.id),
        country: COUNTRIES.find(({ id }) => id === given.country?.id) ?? null,
      };

function coreFields(body: z.output<typeof replaceBody> | z.output<typeof createBody>) {
  const mailingAddress = toAddress(body.mailingAddress);
  return {
    contactTypeIds: body.contactTypeIds,
    firstName: body.firstName,
    lastName: body.lastName,
    companyName: body.companyName,
    crossReference: body.crossReference,
    mailingAddress,
    billingAddress: body.billingAddressSameAsMailingAddress ? mailingAddress : toAddress(body.billingAddress),
  };
}

const created = (id: string, path: string): Answer => ({ status: 201, body: stub(id, path) });

/** The newest primary one becomes the only primary one. */
const withPart = <T extends { readonly primary: boolean }>(parts: readonly T[], part: T): T[] => [
  ...(part.primary ? parts.map((other) => ({ ...other, primary: false })) : parts),
  part,
];

interface Parts {
  readonly emailAddresses: readonly EmailAddress[];
  readonly phoneNumbers: readonly PhoneNumber[];
}

/** Creating and replacing contacts and adding emails and phones (docs/vendors/acculynx.md, 7). */
export function contactWriteRoutes(now: () => number, quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const newId = ({ data }: AccuLynxCompany, { emailAddresses, phoneNumbers }: Parts): string =>
    data.contacts.newPartId(emailAddresses.length + phoneNumbers.length);

  const withEmail = (company: AccuLynxCompany, parts: Parts, part: z.output<typeof email>): Parts => ({
    ...parts,
    emailAddresses: withPart(parts.emailAddresses, { ...part, id: newId(company, parts) }),
  });

  const withPhone = (company: AccuLynxCompany, parts: Parts, part: z.output<typeof phone>): Parts => ({
    ...parts,
    phoneNumbers: withPart(parts.phoneNumbers, { ...part, id: newId(company, parts) }),
  });

  const create = (request: Request): Answer => {
    const body = bodyAs(createBody, request.body(), quirks());
    const { subject } = request;
    let parts: Parts = { emailAddresses: [], phoneNumbers: [] };
    for (const part of body.emailAddresses) parts = withEmail(subject, parts, part);
    for (const part of body.phoneNumbers) parts = withPhone(subject, parts, part);
    const { id } = subject.data.contacts.add({ ...coreFields(body), salutation: null, ...parts }, now());
    return created(id, `/contacts/${id}`);
  };

  const replace = (request: Request): Answer => {
    const contact = contactOf(request);
    const fields = coreFields(bodyAs(replaceBody, request.body(), quirks()));
    request.subject.data.contacts.change(contact.id, () => fields);
    return noContent();
  };

  const postEmail = (request: Request): Answer => {
    const { id } = contactOf(request);
    const { subject } = request;
    const part = bodyAs(email, request.body(), quirks());
    const changed = subject.data.contacts.change(id, (contact) => withEmail(subject, contact, part));
    const added = changed?.emailAddresses.at(-1)?.id ?? '';
    return created(added, `/contacts/${id}/email-addresses/${added}`);
  };

  const postPhone = (request: Request): Answer => {
    const { id } = contactOf(request);
    const { subject } = request;
    const part = bodyAs(phone, request.body(), quirks());
    const changed = subject.data.contacts.change(id, (contact) => withPhone(subject, contact, part));
    const added = changed?.phoneNumbers.at(-1)?.id ?? '';
    return created(added, `/contacts/${id}/phone-numbers/${added}`);
  };

  return [
    { method: 'post', path: '/api/v2/contacts', handle: create },
    { method: 'put', path: '/api/v2/contacts/:contactId', handle: replace },
    { method: 'post', path: '/api/v2/contacts/:contactId/email-addresses', handle: postEmail },
    { method: 'post', path: '/api/v2/contacts/:contactId/phone-numbers', handle: postPhone },
  ];
}
