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
  /** The email that the record already has, possibly as an additional address. */
  readonly has?: string | undefined;
}

/** An email that a contact goes without as long as another one has it. */
interface DeferredEmail {
  readonly email: string;
  /** All addresses of the contact, as `acculynx_other_emails` holds them. */
  readonly addresses: string;
}

/** Names the address that a planned record goes without, so that it can be added when it becomes free. */
function deferredOf(
  { deferred, name }: Pick<Subject, 'deferred' | 'name'>,
  values: RecordValues = {},
): Pick<PlannedRecord, 'deferred'> {
  if (deferred === null) return {};
  const properties = { ...values, [otherEmailsProperty]: deferred.addresses };
  return { deferred: { property: 'email', value: deferred.email, name, properties } };
}

/** Applies a contact's values to a HubSpot contact: an update of the differences, or no change. */
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
 * The changes that apply values to a record. If they include an email, they also include the other addresses, even if
 * unchanged: if HubSpot rejects the email, it is added to them.
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

/** Whether there is anything to name a new contact by, if necessary its company. */
export const canStandAlone = (values: RecordValues): boolean =>
  hasName(values) || values['company'] !== undefined;

/**
 * A contact that is new to HubSpot. Without a name or an email, the company's name becomes the last name; without any of
 * these the contact is skipped.
 */
export function createOf(subject: Subject, values: RecordValues): PlannedRecord {
  const { sourceId, name, warnings } = subject;
  if (canStandAlone(values)) {
    const lent = hasName(values) ? {} : { lastname: values['company'] ?? '' };
    const properties = { ...values, ...lent };
    const told = withOthersTold(warnings, values);
    return { sourceId, name, warnings: told, ...deferredOf(subject), action: 'create', properties };
  }
  // If the address becomes free, all values are written together with it.
  const deferred = deferredOf(subject, values);
  const why = { reason: 'nothing_to_write', message: nothingToWrite } as const;
  return { sourceId, name, warnings, ...deferred, action: 'skip', ...why };
}

/** The values of a planned create that are compared with HubSpot's record, always including our id. */
export function sourceValues(record: PlannedCreate): RecordValues {
  return { ...record.properties, [contactType.sourceIdProperty]: record.sourceId };
}
