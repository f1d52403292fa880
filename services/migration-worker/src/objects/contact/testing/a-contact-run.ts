import { contactSchema, type AcculynxContact } from '@ridgeline/acculynx';
import { listSpec, pageOf, startRun, type RunSetup } from '../../../pipeline/testing/start-run.ts';
import { recordSource } from '../../../vendors/record-source.ts';
import { contactMigration } from '../contact-migration.ts';
import { contactPortal } from './contact-portal.ts';

/** The contact `c-<index>`, with an email of its own. */
export const aContact = (index: number): AcculynxContact =>
  contactSchema.parse({
    id: `c-${String(index)}`,
    lastName: `Name ${String(index)}`,
    mailingAddress: { city: 'Waco' },
    emailAddresses: [{ address: `c${String(index)}@example.com`, primary: true }],
  });

/** A run over `total` contacts c-0, c-1, … each with an email of its own, in batches of 10. */
export function aContactRun({ total, ...setup }: RunSetup & { readonly total: number }) {
  const contacts = Array.from({ length: total }, (_, index) => aContact(index));
  const source = recordSource((index) => Promise.resolve(pageOf(contacts, index)), listSpec);
  return startRun(
    {
      object: contactMigration,
      options: { includeNoEmailContacts: false, writtenByUs: () => Promise.resolve(new Map()) },
      source,
      target: contactPortal(),
    },
    setup,
  );
}
