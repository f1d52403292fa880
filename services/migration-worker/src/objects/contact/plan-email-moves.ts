import { contactType } from '@ridgeline/contracts';
import type { OpenEmail } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import type { PlannedRecord } from '../../plans/planned-record.ts';
import { sourceIdOf } from './counterparts.ts';

/** What is known when e-mails are given to the records whose turn it is. */
export interface EmailMoveQuestion {
  /** Withheld addresses whose turn it is, each with one record. */
  readonly open: readonly OpenEmail[];
  /** The HubSpot records that have these addresses now, by address. */
  readonly owners: ReadonlyMap<string, HubspotRecord>;
  /** The open addresses' own HubSpot records, by id. */
  readonly records: ReadonlyMap<string, HubspotRecord>;
  /** Source ids of records whose address was taken away before: none is taken away twice. */
  readonly released: ReadonlySet<string>;
}

/**
 * The next step towards every record having its address; empty when nothing more can be done. Addresses that no HubSpot
 * record has are given first: that frees the ones which their new holders had before. Only when all that is left stands
 * in circles (two contacts swapped their addresses), one record of each circle gives its address up, and the step after
 * gives it to the next. An address is taken only from a record that is itself about to get another one. Pure.
 */
export function planEmailMoves(question: EmailMoveQuestion): PlannedRecord[] {
  const { owners, records } = question;
  const open = question.open.filter(({ sourceId, hubspotId, email }) => {
    if (hubspotId === null) return true;
    const record = records.get(hubspotId);
    // It is still the contact's, and does not have the address already.
    return record && sourceIdOf(record) === sourceId && owners.get(email)?.id !== hubspotId;
  });
  const free = new Map<string, OpenEmail>();
  // A record that may have two gets the one it asks for, not the one that it gave up.
  for (const email of open.toSorted((a, b) => Number(a.putBack) - Number(b.putBack)))
    if (!owners.has(email.email) && !free.has(email.sourceId)) free.set(email.sourceId, email);
  if (free.size > 0) return [...free.values()].map((email) => given(email, records));
  return circles({ ...question, open }).flatMap((email) => takenAway(email, question));
}

function given({ hubspotId, ...open }: OpenEmail, records: EmailMoveQuestion['records']): PlannedRecord {
  const { sourceId, email, name, properties } = open;
  const shared = { sourceId, warnings: [], withheld: { email, name, properties } };
  if (hubspotId === null)
    return {
      ...shared,
      action: 'create',
      properties: { ...properties, [contactType.sourceIdProperty]: sourceId, email },
    };
  const before = { email: records.get(hubspotId)?.properties['email'] ?? null };
  return { ...shared, action: 'update', hubspotId, before, after: { email } };
}

function takenAway(
  { sourceId, hubspotId, email, name }: OpenEmail,
  { records, released }: EmailMoveQuestion,
): PlannedRecord[] {
  if (hubspotId === null || released.has(sourceId)) return [];
  const before = { email: records.get(hubspotId)?.properties['email'] ?? null };
  const withheld = { email, name, properties: {} };
  return [{ sourceId, warnings: [], withheld, action: 'update', hubspotId, before, after: { email: '' } }];
}

/** One of each circle of records in which each waits for the first address of the next. */
function circles({ open, owners }: Pick<EmailMoveQuestion, 'open' | 'owners'>): OpenEmail[] {
  const waiting = new Map(open.filter(({ putBack }) => !putBack).map((email) => [email.hubspotId, email]));
  const next = ({ email }: OpenEmail): OpenEmail | undefined => {
    const owner = owners.get(email);
    return owner?.properties['email']?.toLowerCase() === email ? waiting.get(owner.id) : undefined;
  };
  const seen = new Set<OpenEmail>();
  return [...waiting.values()].flatMap((start) => {
    const path = new Set<OpenEmail>();
    let at: OpenEmail | undefined = start;
    while (at && !seen.has(at)) {
      seen.add(at);
      path.add(at);
      at = next(at);
    }
    return at && path.has(at) ? [at] : [];
  });
}
