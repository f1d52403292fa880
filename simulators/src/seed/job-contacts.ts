import type { Random } from '../determinism/random.ts';
import { sharedEmailPair } from './emails.ts';
import { absentContactId, contactIdAt, uuidFrom } from './ids.ts';
import type { JobContact } from './job.ts';
import type { JobOddity } from './job-oddities.ts';

const RELATIONS = ['Spouse', 'Tenant', 'Neighbor', 'Adjuster', ''];

/** The indexes of a job's contacts among the company's: mostly one, two for 5 %. */
export function drawContactIndexes(random: Random, contactCount: number): number[] {
  const count = random() < 0.05 ? 2 : 1;
  const first = Math.floor(random() * contactCount);
  return neighbours(first, Math.min(count, contactCount), contactCount);
}

const neighbours = (first: number, count: number, contactCount: number): number[] =>
  Array.from({ length: count }, (_, place) => (first + place) % contactCount);

/** The ids that a job's contacts have by its oddity; deleted ones are still named, but can no longer be read. */
function contactIds(
  seed: number,
  index: number,
  drawn: readonly number[],
  contactCount: number,
  oddity: JobOddity | null,
): string[] {
  const first = drawn[0] ?? 0;
  const ids = (indexes: readonly number[]) => indexes.map((contact) => contactIdAt(seed, contact));
  const odd: Partial<Record<JobOddity, () => string[]>> = {
    'no contacts': () => [],
    'ten contacts': () => ids(neighbours(first, Math.min(10, contactCount), contactCount)),
    'deleted contact': () => [absentContactId(seed, index)],
    'second contact deleted': () => [...ids(drawn.slice(0, 1)), absentContactId(seed, index)],
    'contacts that share an e-mail': () => ids(sharedEmailPair(seed, first, contactCount) ?? drawn),
  };
  const make = oddity === null ? undefined : odd[oddity];
  return make?.() ?? ids(drawn);
}

/** A job's contacts, the primary one first. */
export function jobContacts(
  seed: number,
  index: number,
  drawn: readonly number[],
  contactCount: number,
  oddity: JobOddity | null,
): JobContact[] {
  return contactIds(seed, index, drawn, contactCount, oddity).map((contactId, place) => ({
    id: uuidFrom(seed, index, 300 + place),
    contactId,
    isPrimary: place === 0,
    relationToPrimary: place === 0 ? '' : (RELATIONS[(place - 1) % RELATIONS.length] ?? ''),
  }));
}
