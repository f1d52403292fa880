import { z } from 'zod';
import { ok, type Answer } from '../../http/answer.ts';
import type { Route, VendorRequest } from '../../http/vendor-server.ts';
import type { Job } from '../../seed/jobs.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { disturbedPage } from '../requests/disturbed-page.ts';
import { refuse } from '../answers/errors.ts';
import { jobQuery, queryJobs } from './job-query.ts';
import { stub } from '../answers/links.ts';
import { byRecordOffset, pageSizeOf, wholeNumber, type Quirks } from '../requests/paging.ts';
import { jobView, renderJob, renderJobContacts } from './render-job.ts';
import { bodyAs } from '../requests/request-body.ts';

type Request = VendorRequest<AccuLynxCompany>;

const MAX_START = 100_000;

/** The assigned job that the path names; an unassigned one answers 404 like an unknown one. */
function jobIn({ subject, params }: Request): Job {
  const job = subject.data.jobs.all().get((params['jobId'] ?? '').toLowerCase());
  return job?.assigned === true ? job : refuse(404, `Job '${params['jobId'] ?? ''}' was not found.`);
}

/** Where a page of jobs begins: the live service obeys `pageStartIndex` alone, the documented one (by switch) `recordStartIndex`. */
function startOf(query: URLSearchParams, quirks: Quirks): number {
  const name = quirks.jobsRecordStartIndex === 'honoured' ? 'recordStartIndex' : 'pageStartIndex';
  const start = wholeNumber(query, name, 0, quirks);
  return start > MAX_START ? refuse(400, `The start index must not be greater than ${MAX_START}.`) : start;
}

const geoLocation = z.object({
  latitude: z.number(),
  longitude: z.number(),
  mapRadius: z.int().positive().default(1),
});
const searchBody = z.object({ searchTerm: z.string().optional(), geoLocation: geoLocation.optional() });

/** Kilometres between two points on the globe (haversine). */
function distanceKm(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const latitude = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const longitude = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const chord = latitude + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * longitude;
  return 12_742 * Math.asin(Math.sqrt(chord));
}

function milestoneHistory(job: Job): { name: string; date: string }[] {
  const reached = ['Lead', 'Prospect', 'Approved', 'Completed', 'Invoiced', 'Closed'];
  const until = reached.indexOf(job.currentMilestone);
  if (until < 0)
    return [
      { name: 'Lead', date: job.createdDate },
      { name: job.currentMilestone, date: job.milestoneDate },
    ];
  return reached.slice(0, until + 1).map((name, index) => ({
    name,
    date: index === until && index > 0 ? job.milestoneDate : job.createdDate,
  }));
}

export function jobRoutes(now: () => number, quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const page = (request: Request, jobs: readonly Job[], sizes: { fallback: number; cap: number }): Answer => {
    const { call, subject } = request;
    const pageSize = pageSizeOf(call.query, sizes, quirks());
    const start = startOf(call.query, quirks());
    if (start >= jobs.length && start > 0 && quirks().jobsPastEnd === '416') {
      refuse(416, 'The requested start index is beyond the available data.');
    }
    const view = jobView(call.query.get('includes'));
    const { items, ...envelope } = byRecordOffset(jobs, start, pageSize);
    const shown = disturbedPage(request, subject.data.jobs, now(), items);
    const rendered = shown.map((job) => renderJob(job, subject.data, view, quirks()));
    return ok({ ...envelope, items: rendered }, rendered.length);
  };

  const list = (request: Request): Answer =>
    page(request, queryJobs(request.subject.data, jobQuery(request.call.query)), { fallback: 25, cap: 25 });

  const search = (request: Request): Answer => {
    const { searchTerm, geoLocation: around } = bodyAs(searchBody, request.body(), quirks());
    if (searchTerm === undefined && around === undefined)
      refuse(400, 'A searchTerm or a geoLocation is required.');
    const term = searchTerm?.toLowerCase() ?? '';
    const found = queryJobs(request.subject.data, jobQuery(new URLSearchParams())).filter(
      (job) =>
        job.jobName.toLowerCase().includes(term) &&
        (around === undefined || distanceKm(around, job.geoLocation) <= around.mapRadius),
    );
    return page(request, found, { fallback: 10, cap: 25 });
  };

  const contacts = (request: Request): Answer => {
    const { contact } = jobView(request.call.query.get('includes'));
    return ok({ items: renderJobContacts(jobIn(request), request.subject.data, contact) });
  };

  const ofContact = (request: Request): Answer => {
    const { call, params, subject } = request;
    const contact =
      subject.data.contacts.get(params['contactId'] ?? '') ?? refuse(404, 'The contact was not found.');
    const pageSize = pageSizeOf(call.query, { fallback: 25, cap: 50 }, { ...quirks(), pageTooLarge: '416' });
    const rows = [...subject.data.jobs.all().values()]
      .filter((job) => job.assigned && job.contacts.some(({ contactId }) => contactId === contact.id))
      .map(({ id }) => stub(id, `/jobs/${id}`));
    return ok(byRecordOffset(rows, wholeNumber(call.query, 'recordStartIndex', 0, quirks()), pageSize));
  };

  return [
    { method: 'get', path: '/api/v2/jobs', handle: list },
    { method: 'post', path: '/api/v2/jobs/search', handle: search },
    {
      method: 'get',
      path: '/api/v2/jobs/:jobId',
      handle: (request) =>
        ok(
          renderJob(
            jobIn(request),
            request.subject.data,
            jobView(request.call.query.get('includes')),
            quirks(),
          ),
          1,
        ),
    },
    { method: 'get', path: '/api/v2/jobs/:jobId/contacts', handle: contacts },
    {
      method: 'get',
      path: '/api/v2/jobs/:jobId/milestone-history',
      handle: (request) => ok({ items: milestoneHistory(jobIn(request)) }),
    },
    { method: 'get', path: '/api/v2/contacts/:contactId/jobs', handle: ofContact },
  ];
}
