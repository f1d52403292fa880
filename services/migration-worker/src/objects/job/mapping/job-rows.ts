import { jobType } from '@ridgeline/contracts';
import { cleanText } from '@ridgeline/hubspot';
import { dealName, jobNumber } from './job-name.ts';
import { chosenRepresentative } from './job-people.ts';
import { asDay, asMoment, asNumber, plainText, textRow, type JobRow } from './job-row.ts';
import { locationRows } from './location-rows.ts';

/** Seen in several clients' code, but not documented. */
const jobPage = 'https://my.acculynx.com/jobs/';

const asDate = "the day in the portal's time zone";
const asDateTime = 'moment in UTC';
const detail = (name: string, words: string): string => `${words}; only with the job detail "${name}"`;

/** Which property of its deal each value of a job is written to, except those chosen from options. */
export const jobRows: readonly JobRow[] = [
  { property: jobType.sourceIdProperty, from: ['id'], conversion: 'as it is', value: ({ id }) => id },
  {
    property: 'dealname',
    from: ['jobName', 'jobNumber', 'id'],
    conversion: 'text; without a name "Job" and the number, else the id',
    value: dealName,
  },
  {
    property: 'acculynx_job_number',
    from: ['jobNumber', 'jobName'],
    conversion: 'text; where it is empty, what stands before the colon of the name',
    value: jobNumber,
  },
  {
    property: 'acculynx_link',
    from: ['id'],
    conversion: `\`${jobPage}<id>\``,
    value: ({ id }) => `${jobPage}${encodeURIComponent(id)}`,
  },
  {
    property: 'acculynx_milestone_date',
    from: ['milestoneDate'],
    conversion: asDate,
    value: ({ milestoneDate }, { timeZone }) => asDay(milestoneDate, timeZone),
  },
  {
    property: 'acculynx_created_at',
    from: ['createdDate'],
    conversion: asDateTime,
    value: ({ createdDate }) => asMoment(createdDate),
  },
  {
    property: 'acculynx_created_date',
    from: ['createdDate'],
    conversion: asDate,
    value: ({ createdDate }, { timeZone }) => asDay(createdDate, timeZone),
  },
  {
    property: 'acculynx_modified_at',
    from: ['modifiedDate'],
    conversion: asDateTime,
    value: ({ modifiedDate }) => asMoment(modifiedDate),
  },
  {
    property: 'amount',
    from: ['financials.approvedJobValue'],
    conversion: detail('financials', 'number to the cent; 0 counts as not known'),
    value: ({ details: { financials } }) =>
      financials?.approvedJobValue === 0 ? null : asNumber(financials?.approvedJobValue ?? null, 2),
  },
  {
    property: 'acculynx_insurance_company',
    from: [
      'insurance.insuranceCompany.name',
      'insurance.insuranceCompanyName',
      'insurance.customInsuranceCompanyName',
    ],
    conversion: detail('insurance', plainText),
    value: ({ details }) => cleanText(details.insurance?.companyName ?? null),
  },
  {
    property: 'acculynx_representative',
    from: ['representatives[].user'],
    conversion: detail(
      'representative',
      'name of the company representative, else the sales owner, the AR owner, anybody',
    ),
    value: ({ details }, { users }) =>
      cleanText(users.get(chosenRepresentative(details.representatives) ?? '') ?? null),
  },
  {
    property: 'acculynx_milestone_status',
    from: ['milestones/current.statuses[].workflowStatus.name', 'milestones/current.statuses[].name'],
    conversion: detail('milestone', `${plainText}: the current one`),
    value: ({ details }) => cleanText(details.milestone?.status ?? null),
  },
  textRow('acculynx_dead_reason', 'leadDeadReason', ({ leadDeadReason }) => leadDeadReason),
  ...locationRows,
];
