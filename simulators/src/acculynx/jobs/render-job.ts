import type { CompanyData } from '../../seed/company-data.ts';
import type { Job } from '../../seed/job.ts';
import { link, stub } from '../answers/links.ts';
import { renderAddress } from '../answers/render-address.ts';
import { renderContact } from '../contacts/render-contact.ts';
import type { Quirks } from '../requests/paging.ts';

export interface JobView {
  readonly contact: boolean;
  readonly initialAppointment: boolean;
}

/** Reads `includes`; the docs' examples also write `contacts`, and unknown ones are ignored. */
export function jobView(includes: string | null): JobView {
  const wanted = new Set((includes ?? '').split(',').map((name) => name.trim()));
  return {
    contact: wanted.has('contact') || wanted.has('contacts'),
    initialAppointment: wanted.has('initialAppointment'),
  };
}

/** The contacts of a job as their own endpoint and the job itself show them (docs/vendors/acculynx.md, 4.5, 4.6). */
export function renderJobContacts(job: Job, data: CompanyData, expanded: boolean) {
  return job.contacts.map(({ id, contactId, isPrimary, relationToPrimary }) => {
    const contact = expanded ? data.contacts.get(contactId) : null;
    return {
      ...stub(id, `/jobs/${job.id}/contacts/${id}`),
      isPrimary,
      relationToPrimary,
      contact:
        contact === null
          ? stub(contactId, `/contacts/${contactId}`)
          : renderContact(contact, { emails: false, phones: false, billingAddress: false }),
    };
  });
}

/** The first appointment of a job: a link, and on request its details; an unassigned job never shows them. */
export function renderAppointment(job: Job, data: CompanyData, expanded: boolean) {
  const appointment = { _link: link(`/jobs/${job.id}/initial-appointment`) };
  return expanded && job.assigned ? { ...appointment, ...data.jobs.files.of(job).appointment } : appointment;
}

const renderCategory = ({ jobCategory }: Job, { jobCategoryKey }: Quirks) =>
  jobCategory === null
    ? null
    : {
        ...(jobCategoryKey === 'categoryId' ? {} : { id: jobCategory.id }),
        ...(jobCategoryKey === 'id' ? {} : { categoryId: jobCategory.id }),
        name: jobCategory.name,
      };

function leadSourceLink({ id, parentId }: NonNullable<Job['leadSource']>): string {
  const base = '/company-settings/leads/lead-sources';
  return link(parentId === undefined ? `${base}/${id}` : `${base}/${parentId}/children/${id}`);
}

/** A job as it is read; representatives, financials and insurance have endpoints of their own. */
export function renderJob(job: Job, data: CompanyData, view: JobView, quirks: Quirks) {
  return {
    ...stub(job.id, `/jobs/${job.id}`),
    jobName: job.jobName,
    jobNumber: job.jobNumber,
    currentMilestone: job.currentMilestone,
    priority: job.priority,
    leadDeadReason: job.leadDeadReason,
    createdDate: job.createdDate,
    modifiedDate: job.modifiedDate,
    milestoneDate: job.milestoneDate,
    contacts: renderJobContacts(job, data, view.contact),
    locationAddress: renderAddress(job.locationAddress),
    geoLocation: job.geoLocation,
    tradeTypes: job.tradeTypes.map(({ id, name }) => ({ [quirks.tradeTypeKey]: id, name })),
    jobCategory: renderCategory(job, quirks),
    workType:
      job.workType === null
        ? null
        : {
            ...job.workType,
            _link: link(`/company-settings/job-file-settings/work-types/${job.workType.id}`),
          },
    leadSource: job.leadSource === null ? null : { ...job.leadSource, _link: leadSourceLink(job.leadSource) },
    initialAppointment: renderAppointment(job, data, view.initialAppointment),
  };
}
