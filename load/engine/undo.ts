import { undoMigration, type Connection, type Migration } from '@ridgeline/contracts';
import { newTestCompany, type SeenRequest, type TestCompany } from '@ridgeline/testkit';
import type { BenchResult } from '../benchmark.ts';
import { lastRequest, startMeasuredProduct, untilClosed } from '../measuring/product.ts';
import { round } from '../measuring/statistics.ts';
import { tell } from '../measuring/surroundings.ts';

/** All calls of an undo, divided by the smallest possible number of calls. */
const goal = 1.15;
const contacts = 5_000;
const batchSize = 100;
/**
 * The number of records whose associations one call reads, and of the objects whose records show that a user uses a
 * contact.
 */
const ties = { each: 1_000, objects: 7 };

/**
 * The undo of a migration that created 5,000 contacts, and of one that changed as many. The minimum is a read and an
 * archive or update per 100 records. For created records, it also includes a call per 1,000 records and object to read what
 * is associated with them: otherwise an undo could not spare the ones in use. The ratio is the worse of the two.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'undo');
  const company = await newTestCompany(product.description, { contacts });
  const connection = await company.connect();
  tell('Migrating, and undoing it ...');
  const created = await undone(company, connection);
  const again = await migrated(company, connection);
  tell('Changing all, migrating and undoing it ...');
  const { control, user } = company;
  for (const id of await control.sourceIds(user.companyId, 'contacts'))
    await control.changeSourceContact(user.companyId, id, { firstName: `Other ${id.slice(0, 8)}` });
  const updated = await undone(company, connection);
  const batches = Math.ceil(contacts / batchSize);
  const ofTies = Math.ceil(contacts / ties.each) * ties.objects;
  const ratios = [
    round(created.calls.length / (2 * batches + ofTies)),
    round(updated.calls.length / (2 * batches)),
  ];
  const ratio = Math.max(...ratios);
  const exact =
    again.createdCount === contacts - again.skipCount &&
    [created, updated].every(
      ({ undo }) => undo.status === 'completed' && undo.successCount === again.successCount,
    );
  return {
    name: 'undo',
    ratio,
    goal,
    ok: exact && ratio <= goal,
    detail: {
      'undo of created contacts: ratio': ratios[0] ?? 0,
      'undo of created contacts: records': created.undo.removedCount,
      'undo of created contacts: calls': created.calls.length,
      'undo of created contacts: least calls': 2 * batches + ofTies,
      'undo of created contacts: of those to see what is tied to them': ofTies,
      'undo of changed contacts: ratio': ratios[1] ?? 0,
      'undo of changed contacts: records': updated.undo.updatedCount,
      'undo of changed contacts: calls': updated.calls.length,
      'undo of changed contacts: least calls': 2 * batches,
    },
  };
}

const migrated = async (company: TestCompany, connection: Connection): Promise<Migration> =>
  untilClosed(company, (await company.startMigration(connection, { batchSize })).id);

/** Migrates, undoes the migration, and returns the undo with its calls. */
async function undone(
  company: TestCompany,
  connection: Connection,
): Promise<{ undo: Migration; calls: readonly SeenRequest[] }> {
  const { id } = await migrated(company, connection);
  const from = await lastRequest(company);
  const { id: undoId } = await company.session.call(undoMigration, {
    params: { id: String(id) },
    body: { dryRun: false },
  });
  const undo = await untilClosed(company, undoId);
  return { undo, calls: await company.control.requests(company.user.companyId, from) };
}
