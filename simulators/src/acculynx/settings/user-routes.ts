import { ok, type Answer } from '../../http/answer.ts';
import type { Route, VendorRequest } from '../../http/vendor-server.ts';
import { usersOf, type User } from '../../seed/users.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { refuse } from '../answers/errors.ts';
import { stub } from '../answers/links.ts';
import { byRecordOffset, pageSizeOf, wholeNumber, type Quirks } from '../requests/paging.ts';

type Request = VendorRequest<AccuLynxCompany>;

const rendered = (user: User) => ({ ...stub(user.id, `/users/${user.id}`), ...user });

/** Users (docs/vendors/acculynx.md, 4.11): active ones only unless `status` lists others. */
export function userRoutes(quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const list = ({ call, subject }: Request): Answer => {
    const statuses = (call.query.get('status') ?? 'Active').toLowerCase().split(',');
    const users = usersOf(subject.data.seed).filter(({ status }) => statuses.includes(status.toLowerCase()));
    const pageSize = pageSizeOf(call.query, { fallback: 25, cap: 50 }, quirks());
    const name = call.query.has('recordStartIndex') ? 'recordStartIndex' : 'pageStartIndex';
    return ok(byRecordOffset(users.map(rendered), wholeNumber(call.query, name, 0, quirks()), pageSize));
  };

  const one = ({ subject, params }: Request): Answer => {
    const user = usersOf(subject.data.seed).find(({ id }) => id === params['userId']);
    return ok(user === undefined ? refuse(404, 'The user was not found.') : rendered(user));
  };

  return [
    { method: 'get', path: '/api/v2/users', handle: list },
    { method: 'get', path: '/api/v2/users/:userId', handle: one },
  ];
}
