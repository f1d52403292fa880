import { ok, type Answer } from '../../http/answer.ts';
import { hashText } from '../../determinism/random.ts';
import type { Route } from '../../http/vendor-server.ts';
import { uuidFrom } from '../../seed/ids.ts';
import type { Job } from '../../seed/job.ts';
import { MILESTONE_STATUSES } from '../../seed/settings-lists.ts';
import { usersOf } from '../../seed/users.ts';
import { refuse } from '../answers/errors.ts';
import { link, stub } from '../answers/links.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { byRecordOffset, day, pageSizeOf, wholeNumber, type Quirks } from '../requests/paging.ts';
import { anyJobIn, jobIn, requireTier, type JobRequest } from './job-in.ts';

interface Reached {
  readonly name: string;
  readonly date: string | null;
}

const IN_ORDER = ['Lead', 'Prospect', 'Approved', 'Completed', 'Invoiced', 'Closed'];

/** The milestones that a job went through; cancelled and dead jobs left the order immediately. */
function milestonesOf(job: Job): Reached[] {
  const until = IN_ORDER.indexOf(job.currentMilestone);
  const names = until < 0 ? ['Lead', job.currentMilestone] : IN_ORDER.slice(0, until + 1);
  return names.map((name, place) => ({
    name,
    date: place > 0 && name === job.currentMilestone ? job.milestoneDate : job.createdDate,
  }));
}

function renderMilestone(job: Job, { name, date }: Reached, place: number, all: readonly Reached[]) {
  const id = uuidFrom(hashText(job.id), place, 900);
  const path = `/jobs/${job.id}/milestones/${id}`;
  const isCurrent = place === all.length - 1;
  const duration = { startDate: date, endDate: isCurrent ? null : (all[place + 1]?.date ?? null) };
  const statuses = (MILESTONE_STATUSES[name] ?? []).map((status, index) => {
    const statusId = uuidFrom(hashText(job.id), place * 10 + index, 901);
    return {
      ...stub(statusId, `${path}/status/${statusId}`),
      name: status.name,
      isCurrent: isCurrent && index === 0,
      duration,
      workflowStatus: status,
    };
  });
  return { id, _link: link(path), jobId: job.id, name, isCurrent, duration, statuses };
}

/** The milestone that a job has now, as a single read shows it. */
export function renderCurrentMilestone(job: Job) {
  const all = milestonesOf(job);
  const current = { name: job.currentMilestone, date: job.milestoneDate };
  return renderMilestone(job, current, all.length - 1, all);
}

/** Milestones of one job, with and without custom workflows, and its histories (docs/vendors/acculynx.md, 4.10). */
export function milestoneRoutes(quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const rendered = (request: JobRequest) => {
    requireTier(quirks(), 'milestones');
    const job = jobIn(request);
    if (!quirks().customWorkflows) refuse(412, 'Custom workflows are not enabled for this location.');
    return milestonesOf(job).map((milestone, place, all) => renderMilestone(job, milestone, place, all));
  };
  const milestoneIn = (request: JobRequest) =>
    rendered(request).find(({ id }) => id === request.params['milestoneId']) ??
    refuse(404, 'The milestone was not found.');
  const statusIn = (request: JobRequest) =>
    milestoneIn(request).statuses.find(({ id }) => id === request.params['statusId']) ??
    refuse(404, 'The status was not found.');

  const events = (job: Job, { subject }: JobRequest) => {
    const [user] = usersOf(subject.data.seed);
    const createdBy = user === undefined ? null : stub(user.id, `/users/${user.id}`);
    return milestonesOf(job).map(({ name, date }, place) => ({
      action: place === 0 ? 'Created' : 'Changed',
      type: place === 0 ? 'Job' : 'Milestone',
      date,
      createdBy,
      ...(name === 'Dead' ? { leadDeadReason: job.leadDeadReason } : {}),
    }));
  };

  const history = (request: JobRequest): Answer => {
    const { query } = request.call;
    const [start, end] = [query.get('startDate'), query.get('endDate')];
    if ((start === null) !== (end === null))
      refuse(400, 'startDate and endDate must both be given in the same format.');
    const from = start === null ? '' : day(start, 'startDate');
    const until = end === null ? '9999' : day(end, 'endDate');
    const rows = events(jobIn(request), request).filter(({ date }) => {
      const at = date?.slice(0, 10) ?? from;
      return at >= from && at <= until;
    });
    const pageSize = pageSizeOf(query, { fallback: 25, cap: 50 }, quirks());
    return ok(byRecordOffset(rows, wholeNumber(query, 'recordStartIndex', 0, quirks()), pageSize));
  };

  const job = '/api/v2/jobs/:jobId';
  return [
    {
      method: 'get',
      path: `${job}/milestone-history`,
      handle: (request) => ok({ items: milestonesOf(jobIn(request)) }),
    },
    {
      method: 'get',
      path: `${job}/milestones/current`,
      handle: (request) => ok(rendered(request).at(-1)),
    },
    { method: 'get', path: `${job}/milestones/:milestoneId`, handle: (request) => ok(milestoneIn(request)) },
    {
      method: 'get',
      path: `${job}/milestones/:milestoneId/status/:statusId`,
      handle: (request) => ok(statusIn(request)),
    },
    { method: 'get', path: `${job}/history`, handle: history },
    {
      method: 'get',
      path: '/api/v2/leads/:leadId/history',
      handle: (request) => ok({ items: events(anyJobIn(request, 'leadId'), request) }),
    },
  ];
}
