import type { RecordChange } from '../../seed/record-changes.ts';
import type { JobFile } from '../../seed/job-file.ts';
import type { Job } from '../../seed/job.ts';

export const primaryContactOf = ({ contacts }: Job): string | null =>
  contacts.find(({ isPrimary }) => isPrimary)?.contactId ?? null;

const representativeOf = ({ representatives }: JobFile): string | null =>
  representatives.find(({ type }) => type === 'CompanyRepresentative')?.userId ?? null;

/** The field of a job that a topic watches. */
const FIELD_TOPICS: Readonly<Record<string, (job: Job) => unknown>> = {
  'job.milestone.current_changed': ({ currentMilestone }) => currentMilestone,
  'job.contacts.primary_changed': primaryContactOf,
  'job.category_changed': ({ jobCategory }) => jobCategory?.id,
  'job.work-type_changed': ({ workType }) => workType?.id,
  'job.trade-type_changed': ({ tradeTypes }) => tradeTypes.map(({ id }) => id).join(),
};

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

function fileTopics(before: JobFile, after: JobFile): string[] {
  const [representative, representativeBefore] = [representativeOf(after), representativeOf(before)];
  const changes: readonly (readonly [string, boolean])[] = [
    ['job.representatives.company_assigned', representativeBefore === null && representative !== null],
    [
      'job.representatives.company_changed',
      representativeBefore !== null && representative !== null && representative !== representativeBefore,
    ],
    ['job.appointments.initial_created', before.appointment === null && after.appointment !== null],
    [
      'job.appointments.initial_updated',
      before.appointment !== null &&
        after.appointment !== null &&
        differs(before.appointment, after.appointment),
    ],
    ['job.financials.approved-value_changed', before.approvedJobValue !== after.approvedJobValue],
    ['job.custom-field.value_changed', differs(before.customFields, after.customFields)],
  ];
  return changes.filter(([, happened]) => happened).map(([topic]) => topic);
}

/** The topics of the events that a change causes (docs/vendors/acculynx.md, 6.2), the general one first. */
export function topicsOf(change: RecordChange): string[] {
  if (change.kind === 'contact') return [change.before === null ? 'contact_added' : 'contact_changed'];
  if (change.kind === 'job file') return fileTopics(change.before, change.after);
  const { before, after } = change;
  if (before === null) return ['job_created'];
  const fields = Object.entries(FIELD_TOPICS).filter(([, value]) => value(before) !== value(after));
  return ['job_updated', ...fields.map(([topic]) => topic)];
}
