import { cancelMigration } from '@ridgeline/contracts';
import type { TestCompany } from '@ridgeline/testkit';
import { undo, type Stage } from '../fault.ts';

/** A migration that runs for minutes; disposing cancels it. */
export interface LongMigration extends AsyncDisposable {
  readonly company: TestCompany;
  readonly id: number;
}

/** Starts such a migration for a new company. */
export async function longMigration({ newCompany }: Stage): Promise<LongMigration> {
  const company = await newCompany(3_000);
  const connection = await company.connect();
  const { id } = await company.startMigration(connection, { batchSize: 10, concurrency: 4, delayMs: 500 });
  // A fault may have ended it.
  const cancel = (): Promise<unknown> =>
    company.session.call(cancelMigration, { params: { id: String(id) } }).catch(() => undefined);
  return { company, id, ...undo(cancel) };
}
