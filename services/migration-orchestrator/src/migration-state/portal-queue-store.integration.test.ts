import { expect, test } from '@jest/globals';
import { eventually } from '@ridgeline/testkit/integration';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';

const { database, orchestrator } = await orchestratorOfFile();
const refused = { code: 'run.not_claimable', status: 409 };

/** One queued migration for each of two companies whose connections lead to the same portal. */
async function twoOfOnePortal() {
  const mine = orchestrator.connection('roofers');
  const { hubSpotPortalId } = mine;
  const theirs = orchestrator.connection('gutters', { hubSpotPortalId });
  return {
    first: await orchestrator.migration('roofers', mine),
    second: await orchestrator.migration('gutters', theirs),
  };
}

test('When two companies migrate to one portal, then one waits for the other, is not shown it, and is offered when it has ended', async () => {
  const { first, second } = await twoOfOnePortal();
  const worker = orchestrator.worker();
  await expect(worker.claim(second.id)).rejects.toMatchObject(refused);
  const { epoch, newPortal } = await worker.claim(first.id);
  expect(newPortal).toBe(true);
  await expect(worker.claim(second.id)).rejects.toMatchObject(refused);
  expect(await orchestrator.look(second)).toMatchObject({ status: 'queued', waitingFor: null });
  const run = { migrationId: first.id, epoch };
  const offered = async () => (await worker.renew([run], 100)).offers.map(({ migrationId }) => migrationId);
  expect(await offered()).not.toContain(second.id);

  await worker.finish(run, 0);
  const isOffered = async () => {
    expect(await offered()).toContain(second.id);
  };
  await eventually(isOffered, { what: 'the other migration to be offered' });
  const claim = await worker.claim(second.id);
  // The portal may contain what the other company wrote, so records are looked up by their source ids.
  expect(claim.newPortal).toBe(false);
});

test('When many workers claim the migrations of several companies to one portal, then one is granted', async () => {
  const { first, second } = await twoOfOnePortal();
  const calls = Array.from({ length: 10 }, () => [first.id, second.id]).flat();
  const claims = await Promise.allSettled(calls.map((id) => orchestrator.worker().claim(id)));
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await orchestrator.look(second)).toMatchObject({ status: 'queued' });
});

test('When connections have no portal yet, then those of two companies do not wait for each other', async () => {
  const companies = ['roofers', 'gutters'];
  for (const companyId of companies) {
    const { id } = await orchestrator.migration(
      companyId,
      orchestrator.connection(companyId, { hubSpotPortalId: null }),
    );
    await orchestrator.worker().claim(id);
  }
});

test('When Postgres has no statistics of the tables, then the head of a queue and whether a portal is new are found by an index', async () => {
  const planOf = async (query: string) => {
    const rows = await database.db.forSystem((tx) =>
      tx.query<Record<string, string>>(`explain (costs off) ${query}`, []),
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await planOf(`select id from migrations where portal_queue = 'portal 1' and is_open`)).toContain(
    'migrations_open',
  );
  expect(await planOf(`select id from migrations where portal_queue = 'portal 1' and epoch > 0`)).toContain(
    'migrations_begun',
  );
});
