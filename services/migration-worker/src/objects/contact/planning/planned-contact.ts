import { contactType } from '@ridgeline/contracts';
import type {
  PlannedCreate,
  PlannedRecord,
  RecordValues,
  RecordWarning,
} from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { differences, plannedChange, type Differences } from '../../../hubspot-io/differences.ts';
import { joinMarks, marksOf } from '../../../hubspot-io/written-marks.ts';
import { contactForm } from '../mapping/contact-comparison.ts';
import { nothingToWrite, withOthersTold } from '../contact-messages.ts';
import { otherEmailsProperty } from '../mapping/other-values.ts';

/** A contact that is being planned. */
export interface Subject {
  readonly sourceId: string;
  readonly name: string;
  readonly warnings: readonly RecordWarning[];
  /** The email that it goes without because another contact has it, or null. */
  readonly deferred: DeferredEmail | null;
  /** The email that the record has already, be it as an additional address. */
  readonly has?: string | undefined;
}

/** An email that a contact goes without, as long as another one has it. */
interface DeferredEmail {
  readonly email: string;
  /** All addresses of the contact, as `acculynx_other_emails` holds them. */
  readonly addresses: string;
}

/** Names the address that a planned record goes without, so that it can follow when it becomes free. */
function deferredOf(
  { deferred, name }: Pick<Subject, 'deferred' | 'name'>,
  values: RecordValues = {},
): Pick<PlannedRecord, 'deferred'> {
  if (deferred === null) return {};
  const properties = { ...values, [otherEmailsProperty]: deferred.addresses };
  return { deferred: { property: 'email', value: deferred.email, name, properties } };
}

/** A contact whose values are brought to a HubSpot contact: an update of what differs, or nothing to do. */
export function updateOf(subject: Subject, record: HubspotRecord, values: RecordValues): PlannedRecord {
  const { sourceId, name } = subject;
  const about = {
    sourceId,
    name,
    warnings: withOthersTold(subject.warnings, values),
    ...deferredOf(subject),
  };
  const { held, ...change } = changeTo(record, values);
  const has = subject.has === undefined ? {} : { email: subject.has };
  const marks = Buffer.from(marksOf(has, contactForm)).toString('base64');
  return plannedChange(about, record.id, { ...change, held: joinMarks(held, marks) });
}

/**
 * What brings values to a record. Where it sends an email, it also names the other addresses, though they do not change:
 * if HubSpot rejects the email, it is added to them.
 */
export function changeTo(record: HubspotRecord, values: RecordValues): Differences {
  const { before, after, held } = differences(values, record, contactForm);
  const others = record.properties[otherEmailsProperty] ?? '';
  const isSilent = after['email'] === undefined || after[otherEmailsProperty] !== undefined || others === '';
  const named = isSilent ? {} : { [otherEmailsProperty]: others };
  return { before: { ...before, ...named }, after: { ...after, ...named }, held };
}

/** Whether HubSpot takes a new contact with these values: it needs an email or a name (docs/vendors/hubspot.md, 8). */
const hasName = (values: RecordValues): boolean =>
  ['email', 'firstname', 'lastname'].some((property) => values[property] !== undefined);

/** Whether there is anything to call a new contact by, if need be its company. */
export const canStandAlone = (values: RecordValues): boolean =>
  hasName(values) || values['company'] !== undefined;

/**
 * A contact that is new to HubSpot. A company without a name or an email lends its own as last name; with nothing at all
 * the contact is left out.
 */
export function createOf(subject: Subject, values: RecordValues): PlannedRecord {
  const { sourceId, name, warnings } = subject;
  if (canStandAlone(values)) {
    const lent = hasName(values) ? {} : { lastname: values['company'] ?? '' };
    const properties = { ...values, ...lent };
    const told = withOthersTold(warnings, values);
    return { sourceId, name, warnings: told, ...deferredOf(subject), action: 'create', properties };
  }
  // All values are copied together with the address if that becomes free.
  const deferred = deferredOf(subject, values);
  const why = { reason: 'nothing_to_write', message: nothingToWrite } as const;
  return { sourceId, name, warnings, ...deferred, action: 'skip', ...why };
}

/** The values of a planned create under which HubSpot's record is compared: our id is always among them. */
export function sourceValues(record: PlannedCreate): RecordValues {
  return { ...record.properties, [contactType.sourceIdProperty]: record.sourceId };
}
