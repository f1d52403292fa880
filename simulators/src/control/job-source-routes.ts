import { z } from 'zod';
import { ok } from '../http/answer.ts';
import type { Job } from '../seed/job.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { choiceBody, companyFinder } from './control-company.ts';
import { found, listAnswer, type ControlRequest, type ControlRoute } from './control-route.ts';

const jobContact = z.object({
  id: z.string(),
  contactId: z.string(),
  isPrimary: z.boolean().default(false),
  relationToPrimary: z.string().default(''),
});

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
});

/** A dead job stands among the unassigned ones only (vendors/acculynx.md 3.5). */
const withVisibility = (change: Partial<Job>): Partial<Job> =>
  change.currentMilestone === 'Dead' ? { ...change, assigned: false } : change;

/** Jobs behind AccuLynx's API: shown in full, changed, assigned. */
export function jobSourceRoutes(simulation: Simulation): ControlRoute[] {
  const jobsIn = (request: ControlRequest) => companyFinder(simulation)(request).data.jobs;
  const base = '/__sim/acculynx/:companyId/jobs';
  const assign = (verb: 'assign' | 'unassign'): ControlRoute => ({
    method: 'post',
    path: `${base}/${verb}`,
    about: `Makes jobs ${verb}ed by {ids}, or {count} of them {at: front | end | <position>} of the listing that they leave.`,
    handle: (request) => {
      const jobs = jobsIn(request);
      const which = choiceBody.parse(request.body);
      return ok({
        ...jobs.assign(verb === 'assign', which, simulation.clock.now()),
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
      path: `${base}/:jobId`,
      about:
        'Changes a job {jobName, jobNumber, currentMilestone, milestoneDate, createdDate, modifiedDate, priority, leadDeadReason, contacts} behind the API’s back.',
      handle: (request) => {
        const change = jobChange.parse(request.body);
        const now = simulation.clock.now();
        return ok(
          found(jobsIn(request).change(request.params['jobId'] ?? '', withVisibility(change), now), 'job'),
        );
      },
    },
    assign('assign'),
    assign('unassign'),
  ];
}
