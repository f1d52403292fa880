import type { CompanyData } from '../../seed/company-data.ts';
import type { Job } from '../../seed/job.ts';
import { stub } from '../answers/links.ts';
import { renderCurrentMilestone } from '../jobs/milestone-routes.ts';
import { renderJob, renderJobContacts } from '../jobs/render-job.ts';
import type { Quirks } from '../requests/paging.ts';

/** The record that an event is about; for a contact AccuLynx sends only the id. */
export type EventSubject =
  | { readonly kind: 'contact'; readonly id: string }
  | { readonly kind: 'job'; readonly job: Job; readonly before: Job | null };

/** A UTC moment with up to seven fractional digits, of which trailing zeros are dropped; `ticks` are the last four. */
export const eventMoment = (epochMs: number, ticks: number): string => {
  const digits = `${String(epochMs % 1_000).padStart(3, '0')}${String(ticks % 10_000).padStart(4, '0')}`;
  const fraction = digits.replace(/0+$/, '');
  return `${new Date(epochMs).toISOString().slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`;
};

function jobDetail(
  topicName: string,
  { job, before }: { readonly job: Job; readonly before: Job | null },
  data: CompanyData,
): object {
  const { representatives, appointment } = data.jobs.files.of(job);
  const representative = representatives.find(({ type }) => type === 'CompanyRepresentative');
  const companyRepresentative =
    representative === undefined ? null : stub(representative.userId, `/users/${representative.userId}`);
  const initialAppointment = { startDate: appointment?.startDate };
  const details: Readonly<Record<string, () => object>> = {
    'job.milestone.current_changed': () => {
      const { id, _link, name, isCurrent } = renderCurrentMilestone(job);
      return { milestone: { id, name, isCurrent, date: job.milestoneDate, _link } };
    },
    'job.contacts.primary_changed': () => ({ contacts: renderJobContacts(job, data, false) }),
    'job.category_changed': () => ({
      jobCategory: { ...job.jobCategory, previous: before?.jobCategory ?? null },
    }),
    'job.work-type_changed': () => ({ workType: job.workType }),
    'job.trade-type_changed': () => ({ tradeTypes: job.tradeTypes }),
    'job.representatives.company_assigned': () => ({ companyRepresentative }),
    'job.representatives.company_changed': () => ({ companyRepresentative }),
    'job.appointments.initial_created': () => ({ initialAppointment }),
    'job.appointments.initial_updated': () => ({ initialAppointment }),
  };
  return details[topicName]?.() ?? {};
}

/**
 * The part `event` of a delivery (docs/vendors/acculynx.md, 6.2, 6.3): a contact's id and date; the whole job if it was
 * created or updated, else the job's id and what changed. One topic spells the job's field with a capital letter.
 */
export function eventBody(
  topicName: string,
  subject: EventSubject,
  moment: string,
  { data, quirks }: { readonly data: CompanyData; readonly quirks: Quirks },
): object {
  if (subject.kind === 'contact')
    return { contact: { ...stub(subject.id, `/contacts/${subject.id}`), date: moment } };
  const { job } = subject;
  if (topicName === 'job_created' || topicName === 'job_updated') {
    const snapshot = renderJob(job, data, { contact: true, initialAppointment: false }, quirks);
    return { job: { ...snapshot, date: moment } };
  }
  const field = topicName === 'job.contacts.primary_changed' ? 'Job' : 'job';
  return { [field]: { ...stub(job.id, `/jobs/${job.id}`), ...jobDetail(topicName, subject, data) } };
}
