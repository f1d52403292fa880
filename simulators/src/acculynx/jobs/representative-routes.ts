import { z } from 'zod';
import { noContent, ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { hashText } from '../../determinism/random.ts';
import { uuidFrom } from '../../seed/ids.ts';
import type { JobFile, RepresentativeType } from '../../seed/job-file.ts';
import { usersOf } from '../../seed/users.ts';
import { refuse } from '../answers/errors.ts';
import { link, stub } from '../answers/links.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { byRecordOffset, pageSizeOf, wholeNumber, type Quirks } from '../requests/paging.ts';
import { bodyAs } from '../requests/request-body.ts';
import { anyJobIn, jobFileIn, type JobRequest } from './job-in.ts';

type Representative = JobFile['representatives'][number];

/** The roles that have an endpoint of their own. */
const ROLES = {
  company: 'CompanyRepresentative',
  'sales-owner': 'SalesOwner',
  'ar-owner': 'AROwner',
} as const satisfies Record<string, RepresentativeType>;

const userBody = z.object({ id: z.string() });

/** Who looks after a job (docs/vendors/acculynx.md, 4.9); naming a company representative makes an unassigned lead a visible job. */
export function representativeRoutes(now: () => number, quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const rendered = (jobId: string, { id, type, userId }: Representative) => ({
    id,
    type: type === 'AROwner' ? quirks().arOwnerType : type,
    user: stub(userId, `/users/${userId}`),
    _link: link(`/jobs/${jobId}/representatives/${id}`),
  });

  const list = (request: JobRequest): Answer => {
    const { query } = request.call;
    const rows = jobFileIn(request).representatives.map((one) =>
      rendered(request.params['jobId'] ?? '', one),
    );
    const pageSize = pageSizeOf(query, { fallback: 25, cap: 50 }, quirks());
    return ok(byRecordOffset(rows, wholeNumber(query, 'recordStartIndex', 0, quirks()), pageSize));
  };

  /** An empty role is a 204, not a 404. */
  const one =
    (type: RepresentativeType) =>
    (request: JobRequest): Answer => {
      const held = jobFileIn(request).representatives.find((representative) => representative.type === type);
      return held === undefined ? noContent() : ok(rendered(request.params['jobId'] ?? '', held));
    };

  const name =
    (type: RepresentativeType) =>
    (request: JobRequest): Answer => {
      const job = anyJobIn(request);
      const { jobs, seed } = request.subject.data;
      const { id: userId } = bodyAs(userBody, request.body(), quirks());
      if (!usersOf(seed).some(({ id }) => id === userId)) refuse(404, 'The user was not found.');
      const { representatives } = jobs.files.of(job);
      const id = uuidFrom(hashText(job.id + userId), now(), 802);
      jobs.files.change(job, {
        representatives: [...representatives.filter((other) => other.type !== type), { id, type, userId }],
      });
      if (type === 'CompanyRepresentative' && !job.assigned) jobs.assign(true, { ids: [job.id] }, now());
      else jobs.change(job.id, {}, now());
      return noContent();
    };

  /** Also when the role is empty. */
  const drop =
    (type: RepresentativeType) =>
    (request: JobRequest): Answer => {
      const job = anyJobIn(request);
      const { files } = request.subject.data.jobs;
      const kept = files.of(job).representatives.filter((other) => other.type !== type);
      files.change(job, { representatives: kept });
      return noContent();
    };

  const base = '/api/v2/jobs/:jobId/representatives';
  return [
    { method: 'get', path: base, handle: list },
    ...Object.entries(ROLES).flatMap(([role, type]): Route<AccuLynxCompany>[] => [
      { method: 'get', path: `${base}/${role}`, handle: one(type) },
      { method: 'post', path: `${base}/${role}`, handle: name(type) },
      ...(type === 'CompanyRepresentative'
        ? []
        : [{ method: 'delete' as const, path: `${base}/${role}`, handle: drop(type) }]),
    ]),
  ];
}
