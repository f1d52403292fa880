import {
  attentionOfCompanies,
  confirmAccessRevoked,
  exportActivity,
  listActivity,
  listAllConnections,
  listAllMigrations,
  listCompanies,
  listUsers,
  resetUserPassword,
  updateUser,
  usersByIds,
} from '@ridgeline/contracts';
import { newColleague, signInAdministrator, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Recorder } from './recorder.ts';

/** What administrators do with users. */
export async function callUsers(recorder: Recorder, company: TestCompany): Promise<void> {
  const [{ session: administrator, email }, colleague] = await Promise.all([
    signInAdministrator(stackOfTests()),
    newColleague(stackOfTests(), company),
  ]);
  recorder.rename(email, 'admin@ridgeline.example');
  recorder.rename(colleague.email, 'col@brazos-roofing.example');
  const params = { id: String(colleague.user.id) };
  await recorder.call(company.session, usersByIds, { query: { ids: params.id } });
  await recorder.call(administrator, updateUser, {
    params,
    body: { accessRevoked: true, accessRevokedReason: 'Left the company' },
  });
  await recorder.call(colleague.session, confirmAccessRevoked);
  await administrator.call(updateUser, { params, body: { accessRevoked: false } });
  await recorder.call(administrator, resetUserPassword, {
    params,
    body: { newPassword: await administrator.protect('a-password-of-the-administrator') },
  });
  await recorder.call(administrator, listUsers, {}, (users) =>
    users.filter(({ id }) => id === company.user.id),
  );
  const query = { search: colleague.email };
  await recorder.call(administrator, listActivity, { query: { ...query, limit: 2 } });
  await recorder.download(administrator, exportActivity, { query });
}

/** The lists of all companies, once a company has connections and migrations. */
export async function callCompanies(recorder: Recorder, { user }: TestCompany): Promise<void> {
  const { session } = await signInAdministrator(stackOfTests());
  const search = user.companyId;
  await recorder.call(session, listCompanies, { query: { search } });
  await recorder.call(session, listAllConnections, { query: { search } });
  await recorder.call(session, listAllMigrations, { query: { search } });
  await recorder.call(session, attentionOfCompanies, {}, (answer) => {
    const own = <T extends { readonly companyId: string | null }>(list: readonly T[]) =>
      list.filter(({ companyId }) => companyId === user.companyId);
    return {
      ...answer,
      migrations: own(answer.migrations),
      syncs: own(answer.syncs),
      companies: own(answer.companies),
      more: false,
    };
  });
}
