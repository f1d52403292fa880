import { mix, mulberry32, pick, type Random } from '../determinism/random.ts';
import { contactAt, toSecond } from './contacts.ts';
import { uuidFrom } from './ids.ts';
import type { Job } from './job.ts';
import { drawContactIndexes, jobContacts } from './job-contacts.ts';
import { jobOddityAt, oddFields } from './job-oddities.ts';
import {
  JOB_CATEGORIES,
  RETIRED_JOB_CATEGORY,
  WORK_TYPES,
  leadSources,
  retiredLeadSources,
  tradeTypes,
} from './settings-lists.ts';

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2023, 0, 9, 15);
const ASSIGNED_MILESTONES = [
  'Lead',
  'Prospect',
  'Prospect',
  'Approved',
  'Approved',
  'Completed',
  'Invoiced',
  'Closed',
  'Closed',
  'Cancelled',
];
const DEAD_REASONS = ['Price', 'Went with a competitor', 'No damage found; closed', ''];

/** 12 % of the jobs are unassigned, and a third of those are dead leads. */
function milestoneOf(random: Random): { assigned: boolean; currentMilestone: string } {
  const assigned = random() >= 0.12;
  if (assigned) return { assigned, currentMilestone: pick(random, ASSIGNED_MILESTONES) };
  return { assigned, currentMilestone: random() < 1 / 3 ? 'Dead' : 'Lead' };
}

/** Mostly Normal and High; Urgent and Low, about which the sources disagree, stay rare. */
function priorityOf(random: Random): string {
  const draw = random();
  if (draw < 0.02) return 'Urgent';
  if (draw < 0.03) return 'Low';
  return draw < 0.2 ? 'High' : 'Normal';
}

/** A choice that is missing for 3 % and no longer among the settings for 2 %. */
function chosen<T>(random: Random, active: readonly T[], retired: readonly T[]): T | null {
  const draw = random();
  if (draw < 0.03) return null;
  return pick(random, draw < 0.05 ? retired : active);
}

/** What a company's jobs choose from. */
const choicesOf = (seed: number) => ({
  leadSources: leadSources(seed),
  retiredLeadSources: retiredLeadSources(seed),
  tradeTypes: tradeTypes(seed),
});

/** Computes all jobs of a company; `contactCount` is the number of contacts from which theirs are chosen. */
export function jobsOf(seed: number, count: number, contactCount: number): Job[] {
  const choices = choicesOf(seed);
  return Array.from({ length: count }, (_, index) => jobAt(seed, index, contactCount, choices));
}

/** Computes the nth job of a company. */
export function jobAt(seed: number, index: number, contactCount: number, choices = choicesOf(seed)): Job {
  const random = mulberry32(mix(seed ^ 0x10b5, index));
  const { assigned, currentMilestone } = milestoneOf(random);
  const drawn = drawContactIndexes(random, index, contactCount);
  const created = FIRST_DAY + index * (DAY / 2) * random() + index * 3_600_000;
  const number = `RDG-${String(1000 + index)}`;
  const primary = drawn[0] === undefined ? null : contactAt(seed, drawn[0]);
  const source = chosen(random, choices.leadSources, choices.retiredLeadSources);
  const oddity = jobOddityAt(index);
  const job: Job = {
    id: uuidFrom(seed, index, 400),
    assigned,
    currentMilestone,
    jobName: `${number}: ${primary?.companyName ?? [primary?.firstName, primary?.lastName].filter(Boolean).join(' ')}`,
    jobNumber: random() < 0.05 ? '' : number,
    createdDate: toSecond(created),
    modifiedDate: toSecond(created + random() * 60 * DAY),
    milestoneDate: toSecond(created - (created % DAY) + 5 * 3_600_000),
    priority: priorityOf(random),
    contacts: jobContacts(seed, index, drawn, contactCount, oddity),
    locationAddress: primary?.mailingAddress ?? null,
    geoLocation: { latitude: round(31 + random() * 4), longitude: round(-97 - random() * 4) },
    tradeTypes: [pick(random, choices.tradeTypes)],
    jobCategory: chosen(random, JOB_CATEGORIES, [RETIRED_JOB_CATEGORY]),
    workType: chosen(random, WORK_TYPES, WORK_TYPES),
    leadSource: source === null ? null : { id: source.id, name: source.name },
    leadDeadReason: currentMilestone === 'Dead' ? pick(random, DEAD_REASONS) : '',
  };
  return oddity === null ? job : { ...job, ...oddFields(job, seed, oddity) };
}

const round = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;
