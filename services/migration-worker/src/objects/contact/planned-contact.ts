import type { PlannedRecord, RecordWarning } from '@ridgeline/contracts/internal';
import { contactSourceId, type HubspotRecord } from '@ridgeline/hubspot';
import type { ContactValues } from './map-contact.ts';
import { differences, type Differences } from '../../hubspot-io/differences.ts';

export type PlannedCreate = Extract<PlannedRecord, { action: 'create' }>;
export type PlannedUpdate = Extract<PlannedRecord, { action: 'update' }>;
/** A record that costs a write. */
export type PlannedWrite = PlannedCreate | PlannedUpdate;

/** Why a record is left out, as stable codes. */
export type SkipReason = 'no_email' | 'nothing_to_write';

interface Subject {
  readonly sourceId: string;
  readonly displayName: string;
  readonly warnings: readonly RecordWarning[];
  /** The e-mail that it goes without because another contact has it, or null. */
  readonly withheld: string | null;
}

/** Names the address that a planned record goes without, so that it can follow when it becomes free. */
function withheldOf(
  { withheld, displayName }: Pick<Subject, 'withheld' | 'displayName'>,
  properties: ContactValues = {},
): Pick<PlannedRecord, 'withheld'> {
  return withheld === null
    ? {}
    : { withheld: { email: withheld, name: displayName, properties: { ...properties } } };
}

/** A record whose values are brought to a HubSpot record: an update of what differs, or nothing to do. */
export function plannedUpdate(subject: Subject, record: HubspotRecord, values: ContactValues): PlannedRecord {
  return plannedChange(subject, record.id, differences(values, record));
}

/** A change of a HubSpot record, or nothing to do when the change is none. */
export function plannedChange(
  subject: Subject,
  hubspotId: string,
  { before, after }: Differences,
): PlannedRecord {
  const { sourceId, warnings } = subject;
  const shared = { sourceId, warnings: [...warnings], hubspotId, ...withheldOf(subject) };
  return Object.keys(after).length === 0
    ? { ...shared, action: 'unchanged' }
    : { ...shared, action: 'update', before, after };
}

/** Whether HubSpot takes a new contact with these values: it needs an e-mail or a name (hubspot.md, 8). */
const hasName = (values: ContactValues): boolean =>
  ['email', 'firstname', 'lastname'].some((property) => values[property] !== undefined);

/** Whether there is anything to call a new contact by, if need be its company. */
export const canStandAlone = (values: ContactValues): boolean =>
  hasName(values) || values['company'] !== undefined;

/**
 * A record that is new to HubSpot. A company without a name or an e-mail lends its own as last name; with nothing at all
 * the record is left out.
 */
export function plannedCreate(subject: Subject, values: ContactValues): PlannedRecord {
  const { sourceId, displayName } = subject;
  const shared = { sourceId, warnings: [...subject.warnings] };
  if (canStandAlone(values)) {
    const lent = hasName(values) ? {} : { lastname: values['company'] ?? '' };
    return { ...shared, ...withheldOf(subject), action: 'create', properties: { ...values, ...lent } };
  }
  return {
    ...shared,
    // All that there is goes over with the address, should it become free.
    ...withheldOf(subject, values),
    action: 'skip',
    reason: 'nothing_to_write' satisfies SkipReason,
    message: `${displayName} has neither a name nor a company nor a usable e-mail address`,
  };
}

/** What to call a planned write in a log line: the person, else the company, the e-mail or the id. */
export function displayNameOf(record: PlannedWrite): string {
  if (record.withheld) return record.withheld.name;
  const values: Partial<Record<string, string | null>> =
    record.action === 'create' ? record.properties : { ...record.before, ...record.after };
  const name = [values['firstname'], values['lastname']].filter(Boolean).join(' ');
  const named = name === '' ? (values['company'] ?? values['email']) : name;
  return named ?? `Contact ${record.sourceId}`;
}

/** The values without the e-mail. */
export function withoutEmail<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([property]) => property !== 'email'));
}

/** The values with the e-mail, where there is one. */
export function withEmail(values: ContactValues, email: string | null): ContactValues {
  return email === null ? values : { ...values, email };
}

/** The values of a planned create under which HubSpot's record is compared: our id is always among them. */
export function sourceValues(record: PlannedCreate): ContactValues {
  return { ...record.properties, [contactSourceId]: record.sourceId };
}
