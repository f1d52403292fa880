import type { AcculynxContact } from '@ridgeline/acculynx';
import { contactType } from '@ridgeline/contracts';
import type { ObjectMigration } from '../../object-migration/object-migration.ts';
import { contactComparison } from './mapping/contact-comparison.ts';
import { contactLookAlikes } from './look-alikes.ts';
import { contactSync } from './contact-sync.ts';
import { correctContact } from './mapping/correct-contact.ts';
import { contactsSingly } from './reading/contact-by-ids.ts';
import { contactListCalls, contactSource } from './reading/contact-source.ts';
import { findCounterparts, type Counterparts } from './planning/find-counterparts.ts';
import { mapContact, type MappedContact } from './mapping/map-contact.ts';
import { planContact } from './planning/plan-contact.ts';
import { contactTarget, prepareContacts, type ContactOptions } from './prepare/prepare-contacts.ts';
import { planWithoutEmail, replanContact } from './planning/replan-contact.ts';
import { emailLog, settleEmails } from './settling/settle-emails.ts';

/** AccuLynx' contacts become HubSpot's contacts. */
export const contactMigration: ObjectMigration<AcculynxContact, MappedContact, Counterparts, ContactOptions> =
  {
    type: contactType,
    openTarget: contactTarget,
    prepare: prepareContacts,
    source: contactSource,
    map: mapContact,
    retry: { listCalls: contactListCalls, readByIds: contactsSingly, correct: correctContact },
    keyOf: ({ email }) => email,
    findCounterparts,
    plan: planContact,
    comparison: contactComparison,
    replan: { afterRefusal: replanContact, withoutKey: planWithoutEmail },
    lookAlikes: contactLookAlikes,
    sync: contactSync,
    settle: { plans: settleEmails, log: emailLog },
  };
