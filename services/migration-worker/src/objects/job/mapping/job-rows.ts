import { jobType } from '@ridgeline/contracts';
import { cleanText } from '../../../hubspot-io/clean-text.ts';
import type { MappingRow } from '../../../hubspot-io/mapping-row.ts';
import type { SourceJob } from '../reading/source-job.ts';
import { asDay, asMoment, asNumber } from './conversions.ts';
import { dealName, jobNumber } from './job-name.ts';
import { chosenRepresentative } from './job-people.ts';

/** What the values of a job depend on besides the job. */
export interface JobContext {
  /** The portal's IANA time zone. */
  readonly timeZone: string;
  /** AccuLynx' users' names by id. */
  readonly users: ReadonlyMap<string, string>;
  /** The name of what a lead source stands below; null where it stands below nothing. */
  readonly parentSource: (leadSource: NonNullable<SourceJob['leadSource']>) => string | null;
}

type Row = MappingRow<SourceJob, JobContext>;

/** Seen in many clients' code, documented nowhere. */
const jobPage = 'https://my.acculynx.com/jobs/';

const asText = 'text';
const asDate = "the day in the portal's time zone";
const asDateTime = 'moment in UTC';
const detail = (name: string, words: string): string => `${words}; only with the job detail "${name}"`;

const text = (
  property: string,
  from: string | readonly string[],
  read: (job: SourceJob) => string | null,
): Row => ({
  property,
  from: [from].flat(),
  conversion: asText,
  value: (job) => cleanText(read(job)),
});

const placeOf = (part: { name: string | null; abbreviation: string | null } | null | undefined) =>
  part?.name ?? part?.abbreviation ?? null;

/** What of a job goes into which property of its deal, but for the choices from lists of options. */
export const jobRows: readonly Row[] = [
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
    conversion: detail('insurance', asText),
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
  text('acculynx_dead_reason', 'leadDeadReason', ({ leadDeadReason }) => leadDeadReason),
  {
    property: 'acculynx_street',
    from: ['locationAddress.street1', 'locationAddress.street2'],
    conversion: 'text, both with a comma between',
    value: ({ locationAddress: at }) =>
      [at?.street1 ?? null, at?.street2 ?? null].flatMap((line) => cleanText(line) ?? []).join(', '),
  },
  text('acculynx_city', 'locationAddress.city', ({ locationAddress }) => locationAddress?.city ?? null),
  text(
    'acculynx_state',
    ['locationAddress.state.name', 'locationAddress.state.abbreviation'],
    ({ locationAddress }) => placeOf(locationAddress?.state),
  ),
  text('acculynx_zip', 'locationAddress.zipCode', ({ locationAddress }) => locationAddress?.zipCode ?? null),
  text(
    'acculynx_country',
    ['locationAddress.country.name', 'locationAddress.country.abbreviation'],
    ({ locationAddress }) => placeOf(locationAddress?.country),
  ),
  {
    property: 'acculynx_latitude',
    from: ['geoLocation.latitude'],
    conversion: 'number',
    value: ({ geoLocation }) => asNumber(geoLocation?.latitude ?? null, 7),
  },
  {
    property: 'acculynx_longitude',
    from: ['geoLocation.longitude'],
    conversion: 'number',
    value: ({ geoLocation }) => asNumber(geoLocation?.longitude ?? null, 7),
  },
];
