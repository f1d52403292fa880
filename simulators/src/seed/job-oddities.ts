import type { Job } from './job.ts';
import { leadSources, tradeTypes } from './settings-lists.ts';

export type JobOddity =
  | 'no contacts'
  | 'ten contacts'
  | 'deleted contact'
  | 'second contact deleted'
  | 'contacts that share an email'
  | 'missing dates'
  | 'strange name'
  | 'long values'
  | 'several trades'
  | 'no trade'
  | 'child of a lead source';

/** Which jobs of each hundred are odd: fixed positions, so that a company of sixty jobs has each oddity at least once. */
const PLACES: ReadonlyMap<number, JobOddity> = new Map([
  [3, 'no contacts'],
  [9, 'ten contacts'],
  [14, 'deleted contact'],
  [19, 'second contact deleted'],
  [24, 'missing dates'],
  [29, 'strange name'],
  [34, 'long values'],
  [39, 'several trades'],
  [44, 'no trade'],
  [49, 'child of a lead source'],
  [54, 'contacts that share an email'],
  [64, 'several trades'],
  [74, 'child of a lead source'],
  [84, 'several trades'],
]);

/** What is odd about the nth job; null for an ordinary one. */
export const jobOddityAt = (index: number): JobOddity | null => PLACES.get(index % 100) ?? null;

/** AccuLynx's maximum for a line of an address (docs/vendors/acculynx.md, 7). */
const LONGEST_STREET = 250;

const long = (text: string, length: number): string => text.repeat(length).slice(0, length);

function childSource(seed: number): Job['leadSource'] {
  const parent = leadSources(seed).find(({ children }) => children.length > 1);
  const child = parent?.children.at(-1);
  return parent === undefined || child === undefined ? null : { ...child, parentId: parent.id };
}

/** The fields that an oddity replaces in a job. */
export function oddFields(job: Job, seed: number, oddity: JobOddity): Partial<Job> {
  const { jobNumber, locationAddress: address } = job;
  const odd: Partial<Record<JobOddity, Partial<Job>>> = {
    'missing dates': { milestoneDate: null, modifiedDate: null },
    'strange name': { jobName: `${jobNumber}: Żółć "Bob" O’Brien; 李小龍 🏠 <b>&amp;</b> e\u0301\u200b` },
    'long values': {
      jobName: long(`${jobNumber}: Roof of the Grand Hotel `, 400),
      jobNumber: long(`${jobNumber}-`, 60),
      locationAddress:
        address === null ? null : { ...address, street1: long('12 Long Road ', LONGEST_STREET) },
    },
    'several trades': { tradeTypes: tradeTypes(seed).slice(0, 3) },
    'no trade': { tradeTypes: [] },
    'child of a lead source': { leadSource: childSource(seed) },
  };
  return odd[oddity] ?? {};
}
