import type { AcculynxJob, AcculynxJobContact, AcculynxJobRepresentative } from '@ridgeline/acculynx';
import { cleanText } from '@ridgeline/hubspot';

/** The representatives of a job in order of precedence, in AccuLynx' spelling in lower case. */
const order = ['companyrepresentative', 'salesowner', 'arowner', 'additional'];

const rank = ({ type }: AcculynxJobRepresentative): number => {
  const place = order.indexOf(type?.toLowerCase() ?? '');
  return place < 0 ? order.length : place;
};

/** The user responsible for a job: the company representative, or else the sales owner, or else any other. */
export function chosenRepresentative(
  representatives: readonly AcculynxJobRepresentative[] | null,
): string | null {
  const known = (representatives ?? []).filter(({ userId }) => userId !== null);
  return known.toSorted((a, b) => rank(a) - rank(b))[0]?.userId ?? null;
}

/** A contact of a job. */
export interface JobContactRef {
  readonly kind: 'contact';
  readonly sourceId: string;
  readonly isPrimary: boolean;
  /** The person's name, or else the company; missing if the job has neither. */
  readonly displayName?: string;
}

/** The contacts of a job, the primary one first, each once. */
export function contactsOf({ contacts }: Pick<AcculynxJob, 'contacts'>): readonly JobContactRef[] {
  const primaryFirst = contacts.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
  const byId = new Map<string, JobContactRef>();
  for (const { contact, isPrimary } of primaryFirst)
    if (contact && !byId.has(contact.id))
      byId.set(contact.id, { kind: 'contact', sourceId: contact.id, isPrimary, ...nameIn(contact) });
  return [...byId.values()];
}

function nameIn(contact: NonNullable<AcculynxJobContact['contact']>): Pick<JobContactRef, 'displayName'> {
  const name = [contact.firstName, contact.lastName].flatMap((part) => cleanText(part) ?? []).join(' ');
  const displayName = name === '' ? cleanText(contact.companyName) : name;
  return displayName === null ? {} : { displayName };
}
