import { z } from 'zod';
import type { HubspotOutcome } from './hubspot-outcome.ts';

const text = z.string().nullish().catch(null);

/** An owner is a user of the portal (docs/vendors/hubspot.md, 13). */
export const ownerSchema = z.object({ firstName: text, lastName: text, email: text });
type Owner = z.output<typeof ownerSchema>;

/** The name of a user, or else the email address; null where the portal has neither, or the token may not ask for it. */
export function userNameIn(outcome: HubspotOutcome<Owner>): HubspotOutcome<string | null> {
  const isUnknown =
    (outcome.outcome === 'rejected' && outcome.problem.status === 404) ||
    (outcome.outcome === 'refused' && outcome.status === 403);
  if (isUnknown) return { outcome: 'ok', value: null };
  if (outcome.outcome !== 'ok') return outcome;
  const { firstName, lastName, email } = outcome.value;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return { outcome: 'ok', value: name || (email ?? null) };
}
