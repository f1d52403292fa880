import { hashText } from '../../determinism/random.ts';
import { ok } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { uuidFrom } from '../../seed/ids.ts';
import type { Job } from '../../seed/job.ts';
import { refuse } from '../answers/errors.ts';
import { link, stub } from '../answers/links.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { byRecordOffset, pageSizeOf, wholeNumber, type Quirks } from '../requests/paging.ts';
import { jobFileIn, jobIn, type JobRequest } from './job-in.ts';

const idOf = (job: Job, salt: number): string => uuidFrom(hashText(job.id), 0, salt);

/** The id of a job's financials. */
export const financialsIdOf = (job: Job): string => idOf(job, 950);

const cents = (sum: number): number => Math.round(sum * 100) / 100;

/** `worksheet`, `amendments`, or both, separated by a comma or a blank. */
const includesOf = ({ call }: JobRequest): Set<string> =>
  new Set((call.query.get('includes') ?? '').split(/[,\s]+/));

/** An object without an envelope; an expanded worksheet that is empty has no key (docs/vendors/acculynx.md, 4.7). */
function financialsOf(job: Job, request: JobRequest) {
  const { approvedJobValue, balanceDue } = request.subject.data.jobs.files.of(job);
  const wanted = includesOf(request);
  const id = financialsIdOf(job);
  const worksheet = { _link: link(`/financials/${id}/worksheet`) };
  return {
    ...stub(id, `/financials/${id}`),
    jobId: job.id,
    approvedJobValue,
    balanceDue,
    worksheetSectionTotals: {
      worksheetTotal: approvedJobValue,
      changeOrderTotal: 0,
      insuranceClaimTotal: 0,
      upgradeTotal: 0,
      discountTotal: 0,
      supplementTotal: 0,
      workNotDoingTotal: 0,
    },
    ...(wanted.has('worksheet') ? {} : { worksheet }),
    amendments: [],
  };
}

/** The job whose financials the path names; those of an unassigned job do not exist, like the job itself. */
function jobOfFinancials({ subject, params }: JobRequest): Job {
  const id = params['financialsId']?.toLowerCase();
  for (const job of subject.data.jobs.all().values())
    if (job.assigned && financialsIdOf(job) === id) return job;
  return refuse(404, `Financials '${id ?? ''}' were not found.`);
}

function overview(request: JobRequest) {
  const { approvedJobValue, balanceDue } = jobFileIn(request);
  const collected = approvedJobValue - balanceDue;
  return {
    salesAmount: approvedJobValue,
    balanceDue,
    arAge: 0,
    percentageCollected: approvedJobValue === 0 ? 0 : cents((100 * collected) / approvedJobValue),
  };
}

function payments(request: JobRequest) {
  const { approvedJobValue, balanceDue } = jobFileIn(request);
  return {
    receivedPayments: { total: cents(approvedJobValue - balanceDue), receivedPayments: [] },
    paidPayments: { total: 0, paidPayments: [] },
    additionalExpenses: { total: 0, additionalExpenses: [] },
  };
}

/** One invoice once a job is invoiced, one estimate once it is approved; rows of estimates are stubs. */
const invoicesOf = (request: JobRequest) => {
  const job = jobIn(request);
  const { approvedJobValue, balanceDue } = jobFileIn(request);
  if (!['Invoiced', 'Closed'].includes(job.currentMilestone)) return [];
  const id = idOf(job, 951);
  const sums = { priceTotal: approvedJobValue, amountCollected: cents(approvedJobValue - balanceDue) };
  return [{ ...stub(id, `/invoices/${id}`), invoiceDate: job.milestoneDate ?? '', ...sums }];
};
const estimatesOf = (job: Job) => {
  if (['Lead', 'Prospect', 'Cancelled'].includes(job.currentMilestone)) return [];
  const id = idOf(job, 952);
  return [{ ...stub(id, `/estimates/${id}`), isPrimary: true, job: stub(job.id, `/jobs/${job.id}`) }];
};

/** Sums, payments, invoices and estimates of jobs (docs/vendors/acculynx.md, 4.7, 4.12). */
export function moneyRoutes(quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const page = ({ call: { query } }: JobRequest, rows: readonly unknown[], name: string) => {
    const pageSize = pageSizeOf(query, { fallback: 25, cap: 50 }, quirks());
    const index = wholeNumber(query, name, 0, quirks());
    const start = name === 'pageStartIndex' ? index * pageSize : index;
    return ok({ ...byRecordOffset(rows, start, pageSize), pageStartIndex: index });
  };
  const allEstimates = ({ subject }: JobRequest) =>
    [...subject.data.jobs.all().values()].filter(({ assigned }) => assigned).flatMap(estimatesOf);
  const job = '/api/v2/jobs/:jobId';
  const sums = '/api/v2/financials/:financialsId';
  return [
    {
      method: 'get',
      path: `${job}/financials`,
      handle: (request) => ok(financialsOf(jobIn(request), request)),
    },
    { method: 'get', path: sums, handle: (request) => ok(financialsOf(jobOfFinancials(request), request)) },
    {
      method: 'get',
      path: `${sums}/worksheet`,
      handle: (request) => {
        jobOfFinancials(request);
        return ok({ items: [] });
      },
    },
    {
      method: 'get',
      path: `${sums}/amendments`,
      handle: (request) => {
        jobOfFinancials(request);
        return page(request, [], 'pageStartIndex');
      },
    },
    { method: 'get', path: `${job}/payments/overview`, handle: (request) => ok(overview(request)) },
    { method: 'get', path: `${job}/payments`, handle: (request) => ok(payments(request)) },
    {
      method: 'get',
      path: `${job}/invoices`,
      handle: (request) => page(request, invoicesOf(request), 'pageStartIndex'),
    },
    {
      method: 'get',
      path: `${job}/estimates`,
      handle: (request) => page(request, estimatesOf(jobIn(request)), 'recordStartIndex'),
    },
    {
      method: 'get',
      path: '/api/v2/estimates',
      handle: (request) => page(request, allEstimates(request), 'pageStartIndex'),
    },
  ];
}
