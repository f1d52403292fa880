import { z } from 'zod';
import { hashText } from '../determinism/random.ts';
import { ok } from '../http/answer.ts';
import { changeNumber, numberedJob } from '../simulation/change-numbers.ts';
import { uuidFrom } from '../seed/ids.ts';
import type { Job, JobContact } from '../seed/job.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { choiceBody, companyFinder } from './control-company.ts';
import { found, listAnswer, type ControlRequest, type ControlRoute } from './control-route.ts';

const jobContact = z.object({
  id: z.string(),
  contactId: z.string(),
  isPrimary: z.boolean().default(false),
  relationToPrimary: z.string().default(''),
});

const numbered = z.boolean().default(false);

/** Fields of a job that a test may change as the company's people would. */
const jobChange = z.strictObject({
  jobName: z.string().exactOptional(),
  jobNumber: z.string().exactOptional(),
  currentMilestone: z.string().exactOptional(),
  milestoneDate: z.string().nullable().exactOptional(),
  createdDate: z.string().exactOptional(),
  modifiedDate: z.string().nullable().exactOptional(),
  priority: z.string().exactOptional(),
  leadDeadReason: z.string().exactOptional(),
  contacts: z.array(jobContact).exactOptional(),
  /** Becomes the primary contact; the job's existing ones follow it. */
  primaryContactId: z.string().exactOptional(),
  /** Whether the change gets the record's next number, at the end of the job's name. */
  numbered,
});

const newJob = z.strictObject({
  jobName: z.string().exactOptional(),
  currentMilestone: z.string().exactOptional(),
  priority: z.string().exactOptional(),
  assigned: z.boolean().exactOptional(),
  /** The primary one first; by default some of the company's. */
  contactIds: z.array(z.string()).optional(),
  numbered,
});

const fileChange = z.strictObject({ approvedJobValue: z.number().nonnegative() });

/** A dead job is among the unassigned ones only (docs/vendors/acculynx.md, 3.5). */
const withVisibility = (change: Partial<Job>): Partial<Job> =>
  change.currentMilestone === 'Dead' ? { ...change, assigned: false } : change;

const contactOfJob = (jobId: string, contactId: string, isPrimary: boolean): JobContact => ({
  id: uuidFrom(hashText(jobId), hashText(contactId), 311),
  contactId,
  isPrimary,
  relationToPrimary: '',
});

function withPrimary({ id, contacts }: Job, contactId: string): JobContact[] {
  const known = contacts.find((contact) => contact.contactId === contactId);
  const others = contacts.filter((contact) => contact !== known);
  return [
    { ...(known ?? contactOfJob(id, contactId, true)), isPrimary: true, relationToPrimary: '' },
    ...others.map((contact) => ({ ...contact, isPrimary: false })),
  ];
}

function changedFields(
  job: Job,
  { numbered: isNumbered, primaryContactId, ...fields }: z.output<typeof jobChange>,
): Partial<Job> {
  const changed = withVisibility(fields);
  return {
    ...changed,
    ...(primaryContactId === undefined
      ? {}
      : { contacts: withPrimary({ ...job, ...changed }, primaryContactId) }),
    ...(isNumbered ? numberedJob({ ...job, ...changed }) : {}),
  };
}

function newFields(
  job: Job,
  { numbered: isNumbered, contactIds, ...fields }: z.output<typeof newJob>,
): Partial<Job> {
  const contacts = contactIds?.map((contactId, place) => contactOfJob(job.id, contactId, place === 0));
  return {
    ...withVisibility(fields),
    ...(contacts === undefined ? {} : { contacts }),
    ...(isNumbered ? numberedJob({ ...job, ...fields }) : {}),
  };
}

/** Jobs, bypassing AccuLynx's API: shown in full, changed, assigned. */
export function jobSourceRoutes(simulation: Simulation): ControlRoute[] {
  const jobsIn = (request: ControlRequest) => companyFinder(simulation)(request).data.jobs;
  const now = () => simulation.clock.now();
  const answer = (job: Job, body: { readonly numbered: boolean }) => ({
    ...job,
    ...(body.numbered ? { number: changeNumber(job.jobName), changedAt: new Date(now()).toISOString() } : {}),
  });
  const base = '/__sim/acculynx/:companyId/jobs';
  const assign = (verb: 'assign' | 'unassign'): ControlRoute => ({
    method: 'post',
    path: `${base}/${verb}`,
    about: `Makes jobs ${verb}ed by {ids}, or {count} of them {at: front | end | <position>} of the listing that they leave.`,
    handle: (request) => {
      const jobs = jobsIn(request);
      const which = choiceBody.parse(request.body);
      return ok({
        ...jobs.assign(verb === 'assign', which, now()),
        count: jobs.count,
      });
    },
  });
  return [
    {
      method: 'get',
      path: base,
      about: 'Lists all jobs, unassigned ones too.',
      handle: (request) => listAnswer([...jobsIn(request).all().values()], request.ndjson),
    },
    {
      method: 'get',
      path: `${base}/:jobId/file`,
      about:
        'Shows what endpoints of their own tell about a job: representatives, sums, insurance and so on.',
      handle: (request) => {
        const jobs = jobsIn(request);
        return ok(jobs.files.of(found(jobs.all().get(request.params['jobId'] ?? ''), 'job')));
      },
    },
    {
      method: 'patch',
      path: `${base}/:jobId/file`,
      about: 'Changes what an endpoint of its own tells about a job {approvedJobValue}.',
      handle: (request) => {
        const jobs = jobsIn(request);
        const job = found(jobs.all().get(request.params['jobId'] ?? ''), 'job');
        jobs.files.change(job, fileChange.parse(request.body));
        jobs.change(job.id, {}, now());
        return ok(jobs.files.of(job));
      },
    },
    {
      method: 'post',
      path: `${base}/new`,
      about:
        'Creates an assigned lead of this moment, made up from the seed but for {jobName, currentMilestone, priority, assigned, contactIds}; numbered: the change gets a number.',
      handle: (request) => {
        const body = newJob.parse(request.body);
        const created = jobsIn(request).addDrawn((drawn) => newFields(drawn, body), now());
        return { status: 201, body: answer(created, body) };
      },
    },
    {
      method: 'patch',
      path: `${base}/:jobId`,
      about:
        'Changes a job {jobName, jobNumber, currentMilestone, milestoneDate, createdDate, modifiedDate, priority, leadDeadReason, contacts, primaryContactId} behind the API’s back; numbered: the change gets the record’s next number.',
      handle: (request) => {
        const body = jobChange.parse(request.body);
        const changed = jobsIn(request).change(
          request.params['jobId'] ?? '',
          (job) => changedFields(job, body),
          now(),
        );
        return ok(answer(found(changed, 'job'), body));
      },
    },
    assign('assign'),
    assign('unassign'),
  ];
}
