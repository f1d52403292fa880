import { z } from 'zod';
import { ok } from '../http/answer.ts';
import { changeNumber, numberedContact } from '../simulation/change-numbers.ts';
import type { ContactBook } from '../seed/contact-book.ts';
import type { Contact } from '../seed/contacts.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { companyFinder } from './control-company.ts';
import { found, type ControlRequest, type ControlRoute } from './control-route.ts';

const text = z.string().nullable().exactOptional();

/** Fields of an AccuLynx contact that a test may set; `email` replaces the primary address, null removes all. */
const contactBody = z.strictObject({
  firstName: text,
  lastName: text,
  companyName: text,
  crossReference: text,
  email: text,
  /** Whether the change gets the record's next number, at the end of the cross reference. */
  numbered: z.boolean().default(false),
});
const swapBody = z.strictObject({
  ids: z.tuple([z.string(), z.string()]),
  numbered: z.boolean().default(false),
});

/** The fields of a contact after a change. */
function changedFields(
  contacts: ContactBook,
  contact: Contact,
  { email, numbered, ...fields }: z.output<typeof contactBody>,
): Partial<Contact> {
  return {
    ...fields,
    ...(email === undefined ? {} : { emailAddresses: contacts.replacedEmail(contact, email) }),
    ...(numbered ? numberedContact({ ...contact, ...fields }) : {}),
  };
}

const primaryEmail = ({ emailAddresses }: Contact): string | null =>
  emailAddresses.find(({ primary }) => primary)?.address ?? null;

/** Contacts, bypassing AccuLynx's API: created and changed as the company's users do it. */
export function contactSourceRoutes(simulation: Simulation): ControlRoute[] {
  const contactsIn = (request: ControlRequest) => companyFinder(simulation)(request).data.contacts;
  const answer = (contact: Contact, { numbered }: { readonly numbered: boolean }) => ({
    ...contact,
    ...(numbered
      ? {
          number: changeNumber(contact.crossReference),
          changedAt: new Date(simulation.clock.now()).toISOString(),
        }
      : {}),
  });
  const base = '/__sim/acculynx/:companyId/contacts';
  return [
    {
      method: 'post',
      path: `${base}/new`,
      about:
        'Creates a contact, made up from the seed but for {firstName, lastName, companyName, crossReference, email}; numbered: the change gets a number.',
      handle: (request) => {
        const contacts = contactsIn(request);
        const body = contactBody.parse(request.body);
        const created = contacts.addDrawn(
          (drawn) => changedFields(contacts, drawn, body),
          simulation.clock.now(),
        );
        return { status: 201, body: answer(created, body) };
      },
    },
    {
      method: 'patch',
      path: `${base}/:contactId`,
      about:
        'Changes a contact {firstName, lastName, companyName, crossReference, email} behind the API’s back; numbered: the change gets the record’s next number.',
      handle: (request) => {
        const contacts = contactsIn(request);
        const body = contactBody.parse(request.body);
        const changed = contacts.change(request.params['contactId'] ?? '', (contact) =>
          changedFields(contacts, contact, body),
        );
        return ok(answer(found(changed, 'contact'), body));
      },
    },
    {
      method: 'post',
      path: `${base}/swap-emails`,
      about:
        'Lets two contacts {ids: [one, other]} swap their primary email addresses; numbered: the changes get numbers.',
      handle: (request) => {
        const contacts = contactsIn(request);
        const { ids, numbered } = swapBody.parse(request.body);
        const [one, other] = ids.map((id) => found(contacts.get(id), 'contact')) as [Contact, Contact];
        const swapped = (
          [
            [one, other],
            [other, one],
          ] as const
        ).map(([taking, giving]) =>
          contacts.change(taking.id, (contact) =>
            changedFields(contacts, contact, { email: primaryEmail(giving), numbered }),
          ),
        );
        return ok(swapped);
      },
    },
  ];
}
