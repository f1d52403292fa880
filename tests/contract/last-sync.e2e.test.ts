import { expect, test } from '@jest/globals';
import { listConnections } from '@ridgeline/contracts';
import { eventually, newTestCompany, stackOfTests } from '@ridgeline/testkit';
import { untilEnded } from '../support/migrations.ts';

const stack = stackOfTests();

test('When migrations of a connection completed, then it was synced last when the last of them did', async () => {
  const company = await newTestCompany(stack, { contacts: 2 });
  const connection = await company.connect('Denver');
  const lastSync = async () => (await company.session.call(listConnections))[0]?.lastSync;
  expect(await lastSync()).toBeNull();
  for (const run of ['first', 'second']) {
    const { id } = await company.startMigration(connection);
    const { status, completedAt } = await untilEnded(company, id);
    expect([run, status]).toEqual([run, 'completed']);
    await eventually(
      async () => {
        expect(await lastSync()).toBe(completedAt);
      },
      { what: 'the last sync to arrive' },
    );
  }
}, 60_000);
