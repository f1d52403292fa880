/**
 * `npm run demo [-- --kill] [--contacts N]`: a fresh stack migrates the demo company's contacts through the public API, and
 * both simulators are compared record by record. Ends with one RECONCILED line; exit 0 only when everything agrees.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMigration, type Migration } from '@ridgeline/contracts';
import { openApiSession, startProduct } from '@ridgeline/devstack';
import { differences, simulatorControl } from '@ridgeline/testkit';
import { connect } from './demo/connect.ts';
import { follow } from './demo/follow.ts';
import { createKiller } from './demo/killer.ts';
import { runMain } from './run-main.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: { kill: { type: 'boolean', default: false }, contacts: { type: 'string', default: '5000' } },
});

function reconciledLine({ reconciliation }: Migration): string {
  const {
    source = 0,
    created = 0,
    updated = 0,
    unchanged = 0,
    skipped = 0,
    failed = 0,
  } = reconciliation ?? {};
  return `RECONCILED source=${source} created=${created} updated=${updated} unchanged=${unchanged} skipped=${skipped} failed=${failed}`;
}

/** Whether everything agrees. */
async function demonstrate(): Promise<boolean> {
  const root = process.cwd();
  await using product = await startProduct({
    root,
    dir: join(root, '.ridgeline', `demo-${process.pid}`),
    log: print,
    durable: false,
    web: false,
    contactsPerCompany: Number(values.contacts),
  });
  const { gateway, signIns, credentials, simulators } = product.description;
  const [person] = signIns;
  const [vendors] = credentials;
  if (!person || !vendors) throw new Error('The stack has no demo company');

  const session = openApiSession(gateway);
  await session.signIn(person.email, person.password);
  const connection = await connect(session, vendors, 'Brazos Roofing - Waco');
  const { id } = await session.call(createMigration, {
    body: { connectionId: connection.id, migrationType: 'contacts', includeNoEmailContacts: true },
  });
  const killer = createKiller(product);
  const started = performance.now();
  const done = await follow(session, id, values.kill ? (migration) => killer.watch(migration) : undefined);
  print(
    `${done.status} after ${((performance.now() - started) / 1000).toFixed(1)} s ${done.failureMessage ?? ''}`,
  );
  const resumedAfter = await killer.resumedAfter();
  if (resumedAfter !== null) print(`Another worker resumed after ${resumedAfter.toFixed(1)} s`);

  const control = simulatorControl(simulators.control);
  const source = await control.sourceContacts(vendors.companyId);
  const target = await control.targetContacts(Number(connection.hubSpotPortalId));
  const found = differences(source, target, { skipped: done.skipCount, failed: done.errorCount });
  for (const difference of found.slice(0, 20)) print(`DIFFERENCE ${difference}`);
  print(reconciledLine(done));
  const { reconciliation } = done;
  const sumHolds = reconciliation?.difference === 0 && reconciliation.source === source.length;
  const killed = !values.kill || resumedAfter !== null;
  return done.status === 'completed' && sumHolds && killed && found.length === 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
await runMain(async () => {
  process.exitCode = (await demonstrate()) ? 0 : 1;
});
