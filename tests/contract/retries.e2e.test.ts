import { expect, test } from '@jest/globals';
import { getMigrationLogs, listFollowing, retryMigration } from '@ridgeline/contracts';
import { newTestCompany, stackOfTests } from '@ridgeline/testkit';
import { untilEnded } from '../support/migrations.ts';

const stack = stackOfTests();

test('When HubSpot rejects the email addresses of three contacts, then a retry with corrected ones copies these alone, under the name of who corrected them', async () => {
  const company = await newTestCompany(stack, { contacts: 40 });
  const { control, portalId, session, user, email: owner } = company;
  const addresses = (await control.sourceContacts(user.companyId)).flatMap(({ id, emailAddresses }) =>
    emailAddresses.length === 1 ? [[id, emailAddresses[0]?.address.toLowerCase() ?? ''] as const] : [],
  );
  const isOwn = (email: string) => addresses.filter(([, other]) => other === email).length === 1;
  const rejected = addresses
    .filter(([, email]) => /^[\w.]+@[\w.-]+\.(com|net|org)$/.test(email) && isOwn(email))
    .slice(0, 3);
  const emails = rejected.map(([, email]) => email);
  const effect = { kind: 'refuse-records', emails, property: 'email' };
  await control.addFault({ vendor: 'hubspot', companyId: user.companyId, effect });
  const first = await company.startMigration(await company.connect(), { includeNoEmailContacts: true });
  expect(await untilEnded(company, first.id)).toMatchObject({ status: 'completed', errorCount: 3 });
  const params = { id: String(first.id) };

  const corrections = Object.fromEntries(rejected.map(([id]) => [id, { email: `right-${id}@example.com` }]));
  const body = { dryRun: false, outcome: 'failed' as const, corrections };
  await expect(
    session.call(retryMigration, {
      params,
      body: { ...body, corrections: { [rejected[0]?.[0] ?? '']: { email: 'no' } } },
    }),
  ).rejects.toMatchObject({ code: 'migration.correction_invalid' });
  const before = (await control.targetContacts(portalId)).map(({ id }) => id);
  const retry = await session.call(retryMigration, { params, body });
  expect(await untilEnded(company, retry.id)).toMatchObject({
    status: 'completed',
    follows: { migrationId: first.id, as: 'retry' },
    targetCount: 3,
    createdCount: 3,
    reconciliation: {
      source: 3,
      created: 3,
      difference: 0,
      countedBySource: 3,
      warnedByReason: { corrected: 3 },
    },
  });
  const created = (await control.targetContacts(portalId)).filter(({ id }) => !before.includes(id));
  expect(created.map(({ properties }) => properties['email']).sort()).toEqual(
    rejected.map(([id]) => `right-${id}@example.com`.toLowerCase()).sort(),
  );
  expect(await session.call(listFollowing, { params })).toMatchObject({ following: [{ id: retry.id }] });
  const logs = await session.call(getMigrationLogs, {
    params: { id: String(retry.id) },
    query: { limit: 100 },
  });
  const message = expect.stringContaining(`"Email" was corrected by ${owner} on `);
  expect(logs.filter(({ context }) => context['field'] === 'email')).toMatchObject(
    rejected.map(() => ({ message })),
  );
}, 120_000);

test('When a value is corrected to an option that the portal lacks, then no retry is created, and the field says which there are', async () => {
  const company = await newTestCompany(stack, { contacts: 2, jobs: 4 });
  const { control, session, user } = company;
  const { id } = await company.startMigration(await company.connect(), { migrationType: 'jobs' });
  expect(await untilEnded(company, id)).toMatchObject({ status: 'completed' });
  const params = { id: String(id) };
  const job = (await control.sourceJobs(user.companyId)).find(
    ({ assigned, currentMilestone }) => assigned && currentMilestone !== 'Dead',
  );
  if (!job) throw new Error('There is no job to retry');
  const corrected = (priority: string) => ({ [job.id]: { acculynx_priority: priority } });
  const refused = session.call(retryMigration, { params, body: { corrections: corrected('Hihg') } });
  await expect(refused).rejects.toMatchObject({
    ...{ status: 400, code: 'migration.correction_invalid' },
    fields: {
      [`corrections.${job.id}.acculynx_priority`]: expect.stringMatching(
        /"Hihg" does not fit. Choose one of HubSpot's options \(Low, Normal, High, Urgent\)/,
      ),
    },
  });
  expect(await session.call(listFollowing, { params })).toMatchObject({ following: [] });
  const body = { records: [job.id], corrections: corrected('high') };
  const retry = await session.call(retryMigration, { params, body });
  expect(await untilEnded(company, retry.id)).toMatchObject({ status: 'completed', targetCount: 1 });
  const deals = await control.targetRecords(company.portalId, 'deals');
  expect(deals.find(({ properties }) => properties['acculynx_job_id'] === job.id)?.properties).toMatchObject({
    acculynx_priority: 'High',
  });
}, 120_000);
