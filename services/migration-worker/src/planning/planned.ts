import type { PlannedRecord, RecordWarning } from '@ridgeline/contracts/internal';
import { contactSourceId, type HubspotRecord } from '@ridgeline/hubspot';
import type { ContactValues } from '../mapping/map-contact.ts';
import { differences } from './differences.ts';

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
}

/** A record whose values are brought to a HubSpot record: an update of what differs, or nothing to do. */
export function plannedUpdate(
  { sourceId, warnings }: Subject,
  record: HubspotRecord,
  values: ContactValues,
): PlannedRecord {
  const { before, after } = differences(values, record);
  const shared = { sourceId, warnings: [...warnings], hubspotId: record.id };
  return Object.keys(after).length === 0
    ? { ...shared, action: 'unchanged' }
    : { ...shared, action: 'update', before, after };
}

/**
 * A record that is new to HubSpot. HubSpot needs an e-mail or a name (hubspot.md, 8): a company without either lends its
 * name as last name; with nothing at all the record is left out.
 */
export function plannedCreate(subject: Subject, values: ContactValues): PlannedRecord {
  const { sourceId, displayName } = subject;
  const warnings = [...subject.warnings];
  const known = ['email', 'firstname', 'lastname'].some((property) => values[property] !== undefined);
  const company = values['company'];
  if (known) return { sourceId, warnings, action: 'create', properties: { ...values } };
  if (company !== undefined)
    return { sourceId, warnings, action: 'create', properties: { ...values, lastname: company } };
  return {
    sourceId,
    warnings,
    action: 'skip',
    reason: 'nothing_to_write' satisfies SkipReason,
    message: `${displayName} has neither a name nor a company nor a usable e-mail address`,
  };
}

/** What to call a planned write in a log line: the person, else the company, the e-mail or the id. */
export function displayNameOf(record: PlannedWrite): string {
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
