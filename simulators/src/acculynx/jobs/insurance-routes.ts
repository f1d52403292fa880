import { z } from 'zod';
import { noContent, ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import type { JobFile } from '../../seed/job-file.ts';
import type { Job } from '../../seed/job.ts';
import { insuranceCompanies } from '../../seed/settings-lists.ts';
import { refuse } from '../answers/errors.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import type { Quirks } from '../requests/paging.ts';
import { bodyAs } from '../requests/request-body.ts';
import { anyJobIn, jobIn, type JobRequest } from './job-in.ts';

const text = z.string().nullable().exactOptional();
const flag = z.boolean().exactOptional();
const insuranceBody = z.object({
  damageLocation: text,
  dateOfLoss: text,
  claimFiled: flag,
  claimFiledDate: text,
  claimNumber: text,
  hasPaperwork: flag,
});
const companyBody = z.object({
  insuranceCompanyId: z.string().optional(),
  insuranceCompanyName: z.string().max(100).optional(),
});
const phone = z.object({ number: z.string(), ext: z.string().nullable().default(null), type: z.string() });
const adjusterBody = z.object({
  adjusterName: text,
  phone: phone.nullable().exactOptional(),
  fax: text,
  email: text,
  claimApproved: flag,
  claimApprovedDate: text,
  metWithAdjuster: flag,
  metWithAdjusterDate: text,
});

/** Insurance and adjuster of a job (docs/vendors/acculynx.md, 4.8); a job of another work type answers 412. */
export function insuranceRoutes(now: () => number, quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const insured = (job: Job): Job =>
    quirks().insuranceElsewhere === 'answered' || job.workType?.name === 'Insurance'
      ? job
      : refuse(412, 'The job is not an insurance job.');

  const fileOf = (request: JobRequest): JobFile =>
    request.subject.data.jobs.files.of(insured(jobIn(request)));

  const insurance = (request: JobRequest): Answer => {
    const { companyId, customName, damageLocation, ...rest } = fileOf(request).insurance;
    const company = insuranceCompanies(request.subject.data.seed).find(({ id }) => id === companyId);
    return ok({
      insuranceCompany: company ?? null,
      customInsuranceCompanyName: customName,
      [quirks().damageLocationKey]: damageLocation,
      ...rest,
    });
  };

  const change = (request: JobRequest, make: (file: JobFile) => Partial<JobFile>): Answer => {
    const job = insured(anyJobIn(request));
    const { jobs } = request.subject.data;
    jobs.files.change(job, make(jobs.files.of(job)));
    jobs.change(job.id, {}, now());
    return noContent();
  };

  const putInsurance = (request: JobRequest): Answer => {
    const body = bodyAs(insuranceBody, request.body(), quirks());
    return change(request, (file) => ({ insurance: { ...file.insurance, ...body } }));
  };

  /** An id from the list or a free name, but not both. */
  const putCompany = (request: JobRequest): Answer => {
    const { insuranceCompanyId: companyId = null, insuranceCompanyName: customName = null } = bodyAs(
      companyBody,
      request.body(),
      quirks(),
    );
    if ((companyId === null) === (customName === null))
      refuse(400, 'Either insuranceCompanyId or insuranceCompanyName is required.');
    const known = insuranceCompanies(request.subject.data.seed);
    if (companyId !== null && !known.some(({ id }) => id === companyId))
      refuse(404, 'The insurance company was not found.');
    return change(request, (file) => ({ insurance: { ...file.insurance, companyId, customName } }));
  };

  const putAdjuster = (request: JobRequest): Answer => {
    const body = bodyAs(adjusterBody, request.body(), quirks());
    return change(request, (file) => ({ adjuster: { ...file.adjuster, ...body } }));
  };

  const job = '/api/v2/jobs/:jobId';
  return [
    { method: 'get', path: `${job}/insurance`, handle: insurance },
    { method: 'put', path: `${job}/insurance`, handle: putInsurance },
    { method: 'put', path: `${job}/insurance/insurance-company`, handle: putCompany },
    { method: 'get', path: `${job}/adjuster`, handle: (request) => ok(fileOf(request).adjuster) },
    { method: 'put', path: `${job}/adjuster`, handle: putAdjuster },
  ];
}
