import { z } from 'zod';
import { hashText } from '../../determinism/random.ts';
import { noContent, ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { uuidFrom } from '../../seed/ids.ts';
import { refuse } from '../answers/errors.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import type { Quirks } from '../requests/paging.ts';
import { bodyAs } from '../requests/request-body.ts';
import { anyJobIn, type JobRequest } from './job-in.ts';

const messageBody = z.object({ message: z.string().min(1) });
const referenceBody = z.object({ jobId: z.string(), source: z.string(), projectId: z.string() });

/** What users can add to a job: messages and files, which are write-only, and references (docs/vendors/acculynx.md, 7). */
export function jobMessageRoutes(now: () => number, quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const message = (request: JobRequest): Answer => {
    const { id } = anyJobIn(request);
    bodyAs(messageBody, request.body(), quirks());
    return { status: 201, body: { messageId: uuidFrom(hashText(id), now(), 960) } };
  };

  const file = (request: JobRequest): Answer => {
    anyJobIn(request);
    return { status: 202 };
  };

  const refer = (request: JobRequest): Answer => {
    const { jobId, source, projectId } = bodyAs(referenceBody, request.body(), quirks());
    const job = anyJobIn({ ...request, params: { jobId } });
    const { files } = request.subject.data.jobs;
    const { externalReferences } = files.of(job);
    files.change(job, { externalReferences: [...externalReferences, { source, projectId }] });
    return noContent();
  };

  /** A bare array; 404 when there is none. */
  const references = (request: JobRequest): Answer => {
    const { query } = request.call;
    const [jobId, source] = [query.get('jobId'), query.get('source')];
    if (jobId === null || source === null) return refuse(400, 'jobId and source are required.');
    const job = anyJobIn({ ...request, params: { jobId } });
    const found = request.subject.data.jobs.files
      .of(job)
      .externalReferences.filter((reference) => reference.source === source);
    return found.length === 0
      ? refuse(404, 'No external reference was found.')
      : ok(found.map((reference) => ({ jobId: job.id, ...reference })));
  };

  const job = '/api/v2/jobs/:jobId';
  return [
    { method: 'get', path: '/api/v2/jobs/external-references', handle: references },
    { method: 'post', path: '/api/v2/jobs/external-references', handle: refer },
    { method: 'post', path: `${job}/messages`, handle: message },
    { method: 'post', path: `${job}/documents`, handle: file },
    { method: 'post', path: `${job}/photos-videos`, handle: file },
  ];
}
