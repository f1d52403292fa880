import { z } from 'zod';
import { hashText } from '../../determinism/random.ts';
import { noContent, ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { jobCustomFields, type CustomField } from '../../seed/custom-fields.ts';
import { uuidFrom } from '../../seed/ids.ts';
import { refuse } from '../answers/errors.ts';
import { link, stub } from '../answers/links.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { byRecordOffset, pageSizeOf, wholeNumber, type Quirks } from '../requests/paging.ts';
import { bodyAs } from '../requests/request-body.ts';
import { anyJobIn, jobIn, requireTier, type JobRequest } from './job-in.ts';

const oneBody = z.object({ fieldType: z.string(), values: z.array(z.string()) });
const manyBody = z.object({ customFields: z.array(oneBody.extend({ id: z.string() })) });

/** Values of the custom fields of a job (docs/vendors/acculynx.md, 4.12). */
export function customFieldRoutes(now: () => number, quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const rendered = (request: JobRequest) => {
    requireTier(quirks(), 'custom-fields');
    const job = jobIn(request);
    const { seed, jobs } = request.subject.data;
    const values = jobs.files.of(job).customFields;
    return jobCustomFields(seed)
      .filter(({ id }) => values[id] !== undefined)
      .map(({ id, label, fieldType }) => ({
        ...stub(id, `/jobs/${job.id}/custom-fields/${id}`),
        label,
        fieldType,
        values: (values[id] ?? []).map((value, index) => ({ id: uuidFrom(hashText(id), index, 701), value })),
        customFieldDefinition: { id, _link: link(`/company-settings/custom-fields/${id}`) },
        modifiedDate: job.modifiedDate,
      }));
  };

  const list = (request: JobRequest): Answer => {
    const { query } = request.call;
    const pageSize = pageSizeOf(query, { fallback: 25, cap: 50 }, quirks());
    const start = wholeNumber(query, 'recordStartIndex', 0, quirks());
    return ok(byRecordOffset(rendered(request), start, pageSize));
  };

  const one = (request: JobRequest): Answer =>
    ok(
      rendered(request).find(({ id }) => id === request.params['fieldId']) ??
        refuse(404, 'The custom field was not found.'),
    );

  const write = (
    request: JobRequest,
    fields: readonly { readonly id: string; readonly values: string[] }[],
  ): Answer => {
    requireTier(quirks(), 'custom-fields');
    const job = anyJobIn(request);
    const { seed, jobs } = request.subject.data;
    const known = new Set(jobCustomFields(seed).map((field: CustomField) => field.id));
    if (fields.some(({ id }) => !known.has(id))) refuse(404, 'The custom field was not found.');
    const values = Object.fromEntries(fields.map((field) => [field.id, field.values]));
    jobs.files.change(job, { customFields: { ...jobs.files.of(job).customFields, ...values } });
    jobs.change(job.id, {}, now());
    return noContent();
  };

  const path = '/api/v2/jobs/:jobId/custom-fields';
  return [
    { method: 'get', path, handle: list },
    { method: 'get', path: `${path}/:fieldId`, handle: one },
    {
      method: 'put',
      path,
      handle: (request) => write(request, bodyAs(manyBody, request.body(), quirks()).customFields),
    },
    {
      method: 'put',
      path: `${path}/:fieldId`,
      handle: (request) => {
        const { values } = bodyAs(oneBody, request.body(), quirks());
        return write(request, [{ id: request.params['fieldId'] ?? '', values }]);
      },
    },
  ];
}
