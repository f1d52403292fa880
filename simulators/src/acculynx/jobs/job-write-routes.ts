import { z } from 'zod';
import { noContent, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { uuidFrom } from '../../seed/ids.ts';
import type { Job } from '../../seed/job.ts';
import { refuse } from '../answers/errors.ts';
import { stub } from '../answers/links.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import type { Quirks } from '../requests/paging.ts';
import { bodyAs } from '../requests/request-body.ts';
import {
  addressBody,
  addressOf,
  categoryOf,
  leadSourceOf,
  namedBody,
  numberedBody,
  priorityBody,
  tradesOf,
  workTypeOf,
} from './job-fields.ts';
import { anyJobIn, requireTier, type JobRequest } from './job-in.ts';

const createBody = z.object({
  contact: namedBody,
  leadSource: namedBody.optional(),
  locationAddress: addressBody.optional(),
  priority: priorityBody.default('Normal'),
  jobCategory: numberedBody.optional(),
  workType: numberedBody.optional(),
  tradeTypes: z.array(namedBody).default([]),
  notes: z.string().max(1_000).optional(),
});
const appointmentBody = z.object({
  startDate: z.string(),
  endDate: z.string(),
  notes: z.string().default(''),
});

/** Creating a job and its single-purpose changes (docs/vendors/acculynx.md, 7). */
export function jobWriteRoutes(now: () => number, quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const create = (request: JobRequest): Answer => {
    requireTier(quirks(), 'job-writes');
    const body = bodyAs(createBody, request.body(), quirks());
    const { contacts, jobs, seed } = request.subject.data;
    const contact = contacts.get(body.contact.id) ?? refuse(404, 'The contact was not found.');
    const { id } = jobs.add(
      {
        jobName: contact.companyName ?? [contact.firstName, contact.lastName].filter(Boolean).join(' '),
        jobNumber: '',
        priority: body.priority,
        contacts: [
          {
            id: uuidFrom(seed, jobs.version, 310),
            contactId: contact.id,
            isPrimary: true,
            relationToPrimary: '',
          },
        ],
        locationAddress:
          body.locationAddress === undefined ? contact.mailingAddress : addressOf(body.locationAddress),
        geoLocation: { latitude: 31.5493, longitude: -97.1467 },
        tradeTypes: tradesOf(
          seed,
          body.tradeTypes.map((trade) => trade.id),
        ),
        jobCategory: body.jobCategory === undefined ? null : categoryOf(body.jobCategory.id),
        workType: body.workType === undefined ? null : workTypeOf(body.workType.id),
        leadSource: body.leadSource === undefined ? null : leadSourceOf(seed, body.leadSource.id),
      },
      now(),
    );
    return { status: 201, body: stub(id, `/jobs/${id}`) };
  };

  /** A PUT that replaces one thing of a job, unassigned ones too. */
  const put = <T>(
    path: string,
    schema: z.ZodType<T>,
    fields: (body: T, seed: number) => Partial<Job>,
  ): Route<AccuLynxCompany> => ({
    method: 'put',
    path: `/api/v2/jobs/:jobId/${path}`,
    handle: (request) => {
      requireTier(quirks(), 'job-writes');
      const job = anyJobIn(request);
      const { jobs, seed } = request.subject.data;
      jobs.change(job.id, fields(bodyAs(schema, request.body(), quirks()), seed), now());
      return noContent();
    },
  });

  const appointment =
    (of: (request: JobRequest) => z.output<typeof appointmentBody> | null) =>
    (request: JobRequest): Answer => {
      const job = anyJobIn(request);
      const { jobs } = request.subject.data;
      jobs.files.change(job, { appointment: of(request) });
      jobs.change(job.id, {}, now());
      return noContent();
    };

  return [
    { method: 'post', path: '/api/v2/jobs', handle: create },
    put('address', addressBody, (body) => ({ locationAddress: addressOf(body) })),
    put('priority', z.object({ priority: priorityBody }), ({ priority }) => ({ priority })),
    put('job-categories', numberedBody, ({ id }) => ({ jobCategory: categoryOf(id) })),
    put('work-type', numberedBody, ({ id }) => ({ workType: workTypeOf(id) })),
    put('lead-source', namedBody, ({ id }, seed) => ({ leadSource: leadSourceOf(seed, id) })),
    put('trade-types', z.object({ items: z.array(namedBody) }), ({ items }, seed) => ({
      tradeTypes: tradesOf(
        seed,
        items.map(({ id }) => id),
      ),
    })),
    {
      method: 'put',
      path: '/api/v2/jobs/:jobId/initial-appointment',
      handle: appointment((request) => bodyAs(appointmentBody, request.body(), quirks())),
    },
    {
      method: 'delete',
      path: '/api/v2/jobs/:jobId/initial-appointment',
      handle: appointment((request) =>
        request.body() === null ? refuse(404, 'A request body is required.') : null,
      ),
    },
  ];
}
