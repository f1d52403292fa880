import { expect } from '@jest/globals';
import { listConnections, type Connection, type Migration } from '@ridgeline/contracts';
import { eventually, newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import { untilEnded } from './migrations.ts';

/** A company whose migration failed, because HubSpot rejects its token since. */
export interface FailingCompany {
  readonly company: TestCompany;
  readonly connection: Connection;
  readonly migration: Migration;
}

/** Makes one, and waits until its connection is known not to work. */
export async function failingCompany(name: string): Promise<FailingCompany> {
  const company = await newTestCompany(stackOfTests(), { contacts: 30 });
  const connection = await company.connect(name);
  const { id } = await company.startMigration(connection, { batchSize: 5, concurrency: 1, delayMs: 1000 });
  await company.control.addFault({
    vendor: 'hubspot',
    companyId: company.user.companyId,
    effect: { kind: 'revoke' },
  });
  const migration = await untilEnded(company, id);
  // The refusal reaches the connection by events, a moment after the run has ended.
  await eventually(
    async () => {
      const [stored] = await company.session.call(listConnections);
      expect(stored?.hubspotStatus).toBe('invalid');
    },
    { what: 'the connection to be known as invalid' },
  );
  return { company, connection, migration };
}
