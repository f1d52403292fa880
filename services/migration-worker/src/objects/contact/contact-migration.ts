import type { AcculynxContact } from '@ridgeline/acculynx';
import { contactType } from '@ridgeline/contracts';
import type { ObjectMigration } from '../../object-migration/object-migration.ts';
import { contactSource } from './contact-source.ts';
import { contactTarget } from './contact-target.ts';
import type { Counterparts } from './counterparts.ts';
import { emailLog } from './email-log.ts';
import { findCounterparts } from './find-counterparts.ts';
import { mapContact, type MappedContact } from './map-contact.ts';
import { planContact } from './plan-contact.ts';
import { prepareContacts, type ContactOptions } from './prepare-contacts.ts';
import { planWithoutEmail, replanContact } from './replan-contact.ts';
import { settleEmails } from './settle-emails.ts';

/** AccuLynx' contacts become HubSpot's contacts. */
export const contactMigration: ObjectMigration<AcculynxContact, MappedContact, Counterparts, ContactOptions> =
  {
    type: contactType,
    openTarget: contactTarget,
    prepare: prepareContacts,
    source: contactSource,
    map: mapContact,
    keyOf: ({ email }) => email,
    findCounterparts,
    plan: planContact,
    replan: { afterRefusal: replanContact, withoutKey: planWithoutEmail },
    settle: { plans: settleEmails, log: emailLog },
  };
