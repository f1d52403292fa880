import type { Random } from '../determinism/random.ts';
import { sharedEmailPair } from './emails.ts';
import { absentContactId, contactIdAt, uuidFrom } from './ids.ts';
import type { JobContact } from './job.ts';
import type { JobOddity } from './job-oddities.ts';

const RELATIONS = ['Spouse', 'Tenant', 'Neighbor', 'Adjuster', ''];

/** The fractional parts of its multiples spread evenly from 0 to 1, however many there are. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** The share of jobs whose customer may have had one before. */
const RETURNING = 0.15;

/**
 * The indexes of the nth job's contacts among the company's: two for a quarter of the jobs, else one. Most jobs have a
 * customer of their own, so that 2,000 jobs refer to about half of 5,000 contacts.
 */
export function drawContactIndexes(random: Random, index: number, contactCount: number): number[] {
  const count = random() < 0.25 ? 2 : 1;
  const draw = random();
  const place = draw < RETURNING ? draw / RETURNING : (index * GOLDEN_RATIO) % 1;
  return neighbours(Math.floor(place * contactCount), Math.min(count, contactCount), contactCount);
}

const neighbours = (first: number, count: number, contactCount: number): number[] =>
  Array.from({ length: count }, (_, place) => (first + place) % contactCount);

/** The ids of a job's contacts, according to its oddity; deleted ones are still named, but can no longer be read. */
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
    'contacts that share an email': () => ids(sharedEmailPair(seed, first, contactCount) ?? drawn),
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
