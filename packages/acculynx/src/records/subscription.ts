import { z } from 'zod';
import { id, text } from './lenient.ts';

/** AccuLynx spells the state in either case (docs/vendors/acculynx.md, 6.1). */
const enabled = z
  .string()
  .transform((status) => status.trim().toLowerCase())
  .pipe(z.enum(['enabled', 'disabled']))
  .transform((status) => status === 'enabled');

/** A subscription (6.1). The contact is written `techContact` or `technicalContact` and read as `tech_contact`. */
export const subscriptionSchema = z
  .object({
    id,
    consumerUrl: z.string(),
    status: enabled,
    tech_contact: text,
    techContact: text,
    technicalContact: text,
    topicNames: z.array(z.string()),
  })
  .transform(({ id, consumerUrl, status, topicNames, ...contact }) => ({
    id,
    consumerUrl,
    enabled: status,
    techContact: contact.tech_contact ?? contact.techContact ?? contact.technicalContact,
    topicNames,
  }));

export type AcculynxSubscription = z.output<typeof subscriptionSchema>;

/** For a new subscription, AccuLynx answers the id and no secret. */
export const newSubscriptionSchema = z.object({ subscriptionId: id });
