import { z } from 'zod';
import { ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import type { Job } from '../../seed/job.ts';
import { refuse } from '../answers/errors.ts';
import { stub } from '../answers/links.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { disturbedPage, drawnPlace, malformed } from '../requests/disturbed-page.ts';
import { byRecordOffset, pageSizeOf, wholeNumber, type Quirks } from '../requests/paging.ts';
import { bodyAs } from '../requests/request-body.ts';
import type { JobRequest } from './job-in.ts';
import { jobQuery, queryJobs } from './job-query.ts';
import { jobView, renderJob } from './render-job.ts';

/** The highest start index of both listings (docs/vendors/acculynx.md, 3.2): only other filters reach what lies after it. */
const MAX_START = 100_000;

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

/** Kilometers between two points on the globe (haversine). */
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

/** Lets the faults `assign` move jobs between the listings, once a page has been made. */
function reassign(request: JobRequest, now: number): void {
  const { jobs } = request.subject.data;
  for (const { effect, random } of request.sideEffects('assign')) {
    const at = drawnPlace(effect.at, random, jobs.countOf(!effect.assigned));
    jobs.assign(effect.assigned, { at, count: effect.count }, now);
  }
}

/** The listings of jobs: by filter, by search, of one contact (docs/vendors/acculynx.md, 3.5, 3.7). */
export function jobListingRoutes(now: () => number, quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const page = (
    request: JobRequest,
    jobs: readonly Job[],
    sizes: { fallback: number; cap: number },
  ): Answer => {
    const { call, subject } = request;
    const pageSize = pageSizeOf(call.query, sizes, quirks());
    const start = startOf(call.query, quirks());
    if (start >= jobs.length && start > 0 && quirks().jobsPastEnd === '416') {
      refuse(416, 'The requested start index is beyond the available data.');
    }
    const view = jobView(call.query.get('includes'));
    const { items, count, ...envelope } = byRecordOffset(jobs, start, pageSize);
    const shown = disturbedPage(request, subject.data.jobs, now(), items);
    reassign(request, now());
    const rendered = malformed(
      request,
      shown.map((job) => renderJob(job, subject.data, view, quirks())),
    );
    return ok({ count: count + quirks().phantomJobs, ...envelope, items: rendered }, rendered.length);
  };

  const list = (request: JobRequest): Answer =>
    page(request, queryJobs(request.subject.data, jobQuery(request.call.query, quirks())), {
      fallback: 25,
      cap: 25,
    });

  const search = (request: JobRequest): Answer => {
    const { searchTerm, geoLocation: around } = bodyAs(searchBody, request.body(), quirks());
    if (searchTerm === undefined && around === undefined)
      refuse(400, 'A searchTerm or a geoLocation is required.');
    const term = searchTerm?.toLowerCase() ?? '';
    const found = queryJobs(request.subject.data, jobQuery(new URLSearchParams(), quirks())).filter(
      (job) =>
        job.jobName.toLowerCase().includes(term) &&
        (around === undefined || distanceKm(around, job.geoLocation) <= around.mapRadius),
    );
    return page(request, found, { fallback: 10, cap: 25 });
  };

  const ofContact = (request: JobRequest): Answer => {
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
    { method: 'get', path: '/api/v2/contacts/:contactId/jobs', handle: ofContact },
  ];
}
