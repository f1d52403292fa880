import { hashText, mix, mulberry32, pick, type Random } from '../determinism/random.ts';
import { jobCustomFields } from './custom-fields.ts';
import { uuidFrom } from './ids.ts';
import type { Job } from './job.ts';
import { insuranceCompanies } from './settings-lists.ts';
import { usersOf } from './users.ts';

export type RepresentativeType = 'CompanyRepresentative' | 'SalesOwner' | 'AROwner' | 'Additional';

/** A user assigned to a job; the id changes with every assignment, the user's stays. */
interface Representative {
  readonly id: string;
  readonly type: RepresentativeType;
  readonly userId: string;
}

interface Insurance {
  /** One from the company's list; null when a name was entered instead, or nothing. */
  readonly companyId: string | null;
  readonly customName: string | null;
  readonly damageLocation: string | null;
  readonly dateOfLoss: string | null;
  readonly claimFiled: boolean;
  readonly claimFiledDate: string | null;
  readonly claimNumber: string | null;
  readonly hasPaperwork: boolean;
}

interface Adjuster {
  readonly adjusterName: string | null;
  readonly phone: { readonly number: string; readonly ext: string | null; readonly type: string } | null;
  readonly fax: string | null;
  readonly email: string | null;
  readonly claimApproved: boolean;
  readonly claimApprovedDate: string | null;
  readonly metWithAdjuster: boolean;
  readonly metWithAdjusterDate: string | null;
}

/** What separate endpoints show of a job (docs/vendors/acculynx.md, 4.7 to 4.12). */
export interface JobFile {
  readonly representatives: readonly Representative[];
  readonly approvedJobValue: number;
  readonly balanceDue: number;
  readonly insurance: Insurance;
  readonly adjuster: Adjuster;
  readonly appointment: {
    readonly startDate: string;
    readonly endDate: string;
    readonly notes: string;
  } | null;
  /** Values by the id of their field. */
  readonly customFields: Readonly<Record<string, readonly string[]>>;
  readonly externalReferences: readonly { readonly source: string; readonly projectId: string }[];
}

const SOLD = ['Approved', 'Completed', 'Invoiced', 'Closed'];

/** An amount in dollars and cents; 0 before the milestone Approved. */
function valueOf(random: Random, { currentMilestone }: Job): number {
  const drawn = Math.round(random() * 4_000_000) / 100;
  return SOLD.includes(currentMilestone) ? drawn : 0;
}

function representativesOf(random: Random, seed: number, job: Job): Representative[] {
  const users = usersOf(seed).filter(({ status }) => status === 'Active');
  const sold = SOLD.includes(job.currentMilestone);
  const draws: [RepresentativeType, boolean][] = [
    ['CompanyRepresentative', true],
    ['SalesOwner', sold && random() < 0.7],
    ['AROwner', sold && random() < 0.3],
    ['Additional', random() < 0.1],
  ];
  if (!job.assigned) return [];
  return draws
    .filter(([, held]) => held)
    .map(([type], place) => ({
      id: uuidFrom(seed, hashText(job.id), 800 + place),
      type,
      userId: pick(random, users).id,
    }));
}

function insuranceOf(random: Random, seed: number, { createdDate }: Job): Insurance {
  const known = random() < 0.9;
  const filed = random() < 0.8;
  return {
    companyId: known ? pick(random, insuranceCompanies(seed)).id : null,
    customName: known ? null : 'Farm & Ranch Mutual (Ohio)',
    damageLocation: random() < 0.3 ? null : pick(random, ['Roof', 'Siding', 'Gutters; fascia']),
    dateOfLoss: random() < 0.2 ? null : createdDate,
    claimFiled: filed,
    claimFiledDate: filed ? createdDate : null,
    claimNumber: filed ? `CLM-${100_000 + Math.floor(random() * 900_000)}` : null,
    hasPaperwork: random() < 0.5,
  };
}

const adjusterOf = (random: Random, { createdDate }: Job): Adjuster => {
  const approved = random() < 0.5;
  return {
    adjusterName: random() < 0.2 ? null : 'Dana Whitfield',
    phone: random() < 0.3 ? null : { number: '5125550177', ext: null, type: 'Work' },
    fax: null,
    email: random() < 0.5 ? null : 'adjuster@example.com',
    claimApproved: approved,
    claimApprovedDate: approved ? createdDate : null,
    metWithAdjuster: approved,
    metWithAdjusterDate: approved ? createdDate : null,
  };
};

function customFieldsOf(random: Random, seed: number): JobFile['customFields'] {
  const values = { Text: '#1234; back gate', Number: '32.5', Date: '2026-03-04', Boolean: 'true' };
  const filled = jobCustomFields(seed).filter(() => random() < 0.5);
  return Object.fromEntries(filled.map(({ id, fieldType }) => [id, [values[fieldType]]]));
}

/** Computes everything of a job that its listing does not show. */
export function jobFileOf(seed: number, job: Job): JobFile {
  const random = mulberry32(mix(seed ^ 0x0f11e, hashText(job.id)));
  const approvedJobValue = valueOf(random, job);
  return {
    representatives: representativesOf(random, seed, job),
    approvedJobValue,
    balanceDue: job.currentMilestone === 'Closed' ? 0 : Math.round(approvedJobValue * 50) / 100,
    insurance: insuranceOf(random, seed, job),
    adjuster: adjusterOf(random, job),
    appointment:
      random() < 0.4 ? null : { startDate: job.createdDate, endDate: job.createdDate, notes: 'Ring twice' },
    customFields: customFieldsOf(random, seed),
    externalReferences: [],
  };
}
