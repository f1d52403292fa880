import { contactType } from '@ridgeline/contracts';
import type { OpenValue, PlannedRecord } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { sourceIdOf } from '../planning/find-counterparts.ts';
import { emailsOf, otherEmails, otherEmailsProperty, unlisted } from '../mapping/other-values.ts';
import { omit } from '../../../base/collections.ts';
import { changeTo } from '../planning/planned-contact.ts';

/** The input for giving emails to the records that can have them now. */
export interface EmailMoveQuestion {
  /** Deferred addresses that can be given now, each with the records that want it, in order of precedence. */
  readonly open: readonly OpenValue[];
  /** The HubSpot records that have these addresses now, by address. */
  readonly owners: ReadonlyMap<string, HubspotRecord>;
  /** The open addresses' own HubSpot records, by id. */
  readonly records: ReadonlyMap<string, HubspotRecord>;
  /** Source ids of records whose address was already taken away: that happens only once per record. */
  readonly released: ReadonlySet<string>;
}

/**
 * The next step towards every record having its address; empty when nothing more can be done. Addresses that no HubSpot
 * record has are given first: that frees the ones which their new holders had before. Only when nothing but circles remains
 * (two contacts swapped their addresses), one record of each circle releases its address, and the step after gives it to
 * the next. Last, a record that cannot get its address releases one that its contact no longer has, for the contact that has
 * it now. No other address is taken from a record. Pure.
 */
export function planEmailMoves(question: EmailMoveQuestion): PlannedRecord[] {
  const { owners, records } = question;
  const open = question.open.filter(({ sourceId, hubspotId, value }) => {
    if (hubspotId === null) return true;
    const record = records.get(hubspotId);
    // The address still belongs to the contact, and the record does not have it already.
    return record && sourceIdOf(record) === sourceId && owners.get(value)?.id !== hubspotId;
  });
  const free = freeMoves({ ...question, open });
  if (free.length > 0) return free.map((email) => given(email, records));
  const inCircles = circles({ ...question, open }).flatMap((email) => takenAway(email, question));
  if (inCircles.length > 0) return inCircles;
  return outlived({ ...question, open }).flatMap((email) => takenAway(email, question));
}

/**
 * Addresses that no HubSpot record has, each with the record that gets it: the first one that wants it, but preferably one
 * that thereby frees an address for others. A record that may get two addresses gets the one that it wants, not the one that
 * it released.
 */
function freeMoves({ open, owners, records }: Omit<EmailMoveQuestion, 'released'>): readonly OpenValue[] {
  const asked = new Set(open.map(({ value }) => value));
  const frees = ({ hubspotId }: OpenValue): boolean =>
    asked.has(records.get(hubspotId ?? '')?.properties['email']?.toLowerCase() ?? '');
  const rank = (email: OpenValue): number => Number(email.putBack) * 2 + Number(!frees(email));
  const [values, sources] = [new Set<string>(), new Set<string>()];
  return open
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(({ value, sourceId }) => {
      if (owners.has(value) || values.has(value) || sources.has(sourceId)) return false;
      values.add(value);
      sources.add(sourceId);
      return true;
    });
}

function given({ hubspotId, ...open }: OpenValue, records: EmailMoveQuestion['records']): PlannedRecord {
  const { sourceId, name, value: email, properties } = open;
  const record = (hubspotId === null ? null : records.get(hubspotId)) ?? null;
  const held = emailsOf({ properties: { ...record?.properties, email } });
  // The address is removed from our text property, and an address that it replaces is added, if it is this contact's.
  const others = otherEmails(unlisted(properties[otherEmailsProperty]), held, record);
  const shared = { sourceId, name, warnings: [], deferred: deferredOf(open) };
  if (record)
    return { ...shared, action: 'update', hubspotId: record.id, ...changeTo(record, { email, ...others }) };
  const values = { ...omit(properties, otherEmailsProperty), ...others };
  const id = { [contactType.sourceIdProperty]: sourceId };
  return { ...shared, action: 'create', properties: { ...values, ...id, email } };
}

const deferredOf = ({ value, name, properties }: Omit<OpenValue, 'hubspotId'>) => ({
  property: 'email',
  value,
  name,
  properties,
});

function takenAway(
  { hubspotId, ...open }: OpenValue,
  { records, released }: EmailMoveQuestion,
): PlannedRecord[] {
  const { sourceId, name } = open;
  const record = records.get(hubspotId ?? '');
  if (!record || released.has(sourceId)) return [];
  const change = changeTo(record, { email: '' });
  const about = { sourceId, name, warnings: [], deferred: deferredOf(open) };
  return [{ ...about, action: 'update', hubspotId: record.id, ...change }];
}

/** One record of each circle in which each record waits for the address of the next. */
function circles({ open, owners }: Pick<EmailMoveQuestion, 'open' | 'owners'>): OpenValue[] {
  const waiting = new Map(open.filter(({ putBack }) => !putBack).map((email) => [email.hubspotId, email]));
  const next = ({ value }: OpenValue): OpenValue | undefined => {
    const owner = owners.get(value);
    return owner?.properties['email']?.toLowerCase() === value ? waiting.get(owner.id) : undefined;
  };
  const seen = new Set<OpenValue>();
  return [...waiting.values()].flatMap((start) => {
    const path = new Set<OpenValue>();
    let at: OpenValue | undefined = start;
    while (at && !seen.has(at)) {
      seen.add(at);
      path.add(at);
      at = next(at);
    }
    return at && path.has(at) ? [at] : [];
  });
}

/**
 * Records that keep an address for which another record waits, though their contact no longer has it: the contact's own
 * address belongs to a record that waits for none.
 */
function outlived({ open, owners, records }: Omit<EmailMoveQuestion, 'released'>): OpenValue[] {
  const waiting = open.filter(({ putBack }) => !putBack);
  const moving = new Set(waiting.map(({ hubspotId }) => hubspotId));
  return waiting.filter(({ sourceId, hubspotId, value, properties }) => {
    const kept = records.get(hubspotId ?? '')?.properties['email']?.toLowerCase();
    const owner = owners.get(value);
    const stays = owner?.properties['email']?.toLowerCase() === value && !moving.has(owner.id);
    const own = unlisted(properties[otherEmailsProperty]).map((email) => email.toLowerCase());
    return (
      stays &&
      kept !== undefined &&
      !own.includes(kept) &&
      waiting.some((other) => other.value === kept && other.sourceId !== sourceId)
    );
  });
}
