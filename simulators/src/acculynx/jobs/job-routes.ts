import { ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { refuse } from '../answers/errors.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import type { Quirks } from '../requests/paging.ts';
import { jobIn, type JobRequest } from './job-in.ts';
import { jobView, renderAppointment, renderJob, renderJobContacts } from './render-job.ts';

/** One job, its contacts and its appointment (docs/vendors/acculynx.md, 4.5, 4.6). */
export function jobRoutes(quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const viewOf = ({ call }: JobRequest) => jobView(call.query.get('includes'));

  const one = (request: JobRequest): Answer =>
    ok(renderJob(jobIn(request), request.subject.data, viewOf(request), quirks()), 1);

  const contactsOf = (request: JobRequest) =>
    renderJobContacts(jobIn(request), request.subject.data, viewOf(request).contact);

  const contact = (request: JobRequest): Answer =>
    ok(
      contactsOf(request).find(({ id }) => id === request.params['jobContactId']) ??
        refuse(404, 'The job contact was not found.'),
    );

  const appointment = (request: JobRequest): Answer =>
    ok(renderAppointment(jobIn(request), request.subject.data, true));

  return [
    { method: 'get', path: '/api/v2/jobs/:jobId', handle: one },
    {
      method: 'get',
      path: '/api/v2/jobs/:jobId/contacts',
      handle: (request) => ok({ items: contactsOf(request) }),
    },
    { method: 'get', path: '/api/v2/jobs/:jobId/contacts/:jobContactId', handle: contact },
    { method: 'get', path: '/api/v2/jobs/:jobId/initial-appointment', handle: appointment },
  ];
}
