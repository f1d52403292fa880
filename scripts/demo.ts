/**
 * `npm run demo [-- --type jobs] [--first contacts] [--kill] [--sync] [--undo] [--contacts N] [--jobs N]`: a fresh stack
 * migrates the demo company's contacts, or its jobs with the contacts that they name, through the public API, and both
 * simulators are compared record by record. Ends with a RECONCILED line for each kind of record; exit 0 only when
 * everything agrees.
 *
 * With `--sync`, auto-sync is on: records that are changed and created in AccuLynx afterwards must arrive in HubSpot
 * automatically, even those changed while no event is sent. That compares all records twice, at a twentieth of AccuLynx'
 * limit, so the company is smaller unless sizes are given. With `--undo`, the migration runs a dry run's plan, users change
 * some records by hand afterwards, and it is undone: HubSpot must be as it was before, except for what is reported as
 * spared.
 */

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMigration, migrationTypeSchema, type Migration, type Tally } from '@ridgeline/contracts';
import { openApiSession, startProduct } from '@ridgeline/devstack';
import { migrationDifferences, simulatorControl } from '@ridgeline/testkit';
import { connect } from './demo/connect.ts';
import { migrate } from './demo/migrate.ts';
import { missedAfterMs } from './demo/silence.ts';
import { showSync } from './demo/sync.ts';
import { showUndo } from './demo/undo.ts';
import { runMain } from './run-main.ts';

type Counts = Pick<Tally, 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed'>;

const none: Counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

const inWords = ({ created, updated, unchanged, skipped, failed }: Counts): string =>
  `created=${created} updated=${updated} unchanged=${unchanged} skipped=${skipped} failed=${failed}`;

const associations = ({ created, unchanged, skipped, failed }: Counts): string =>
  `made=${created} present=${unchanged} skipped=${skipped} failed=${failed}`;

/** A migration's summary: one line for its own records, and for jobs one more for each kind copied with them. */
function accountLines({ migrationType, reconciliation }: Migration): string[] {
  const own = `source=${reconciliation?.source ?? 0} ${inWords(reconciliation ?? none)}`;
  if (migrationType === 'contacts') return [`RECONCILED ${own}`];
  const { contact = none, job_contact = none } = reconciliation?.alongside ?? {};
  return [
    `RECONCILED deals ${own}`,
    `RECONCILED associations ${associations(job_contact)}`,
    `RECONCILED contacts ${inWords(contact)}`,
  ];
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    type: { type: 'string', default: 'contacts' },
    first: { type: 'string' },
    kill: { type: 'boolean', default: false },
    sync: { type: 'boolean', default: false },
    undo: { type: 'boolean', default: false },
    contacts: { type: 'string' },
    jobs: { type: 'string' },
  },
});
const sizes = values.sync ? { contacts: 1_000, jobs: 200 } : { contacts: 5_000, jobs: 2_000 };
const type = migrationTypeSchema.parse(values.type);
const first = migrationTypeSchema.optional().parse(values.first);

/** Whether everything agrees. */
async function demonstrate(): Promise<boolean> {
  const root = process.cwd();
  await using product = await startProduct({
    root,
    dir: join(root, '.ridgeline', `demo-${process.pid}`),
    log: print,
    durable: false,
    web: false,
    contactsPerCompany: Number(values.contacts ?? sizes.contacts),
    jobsPerCompany: Number(values.jobs ?? sizes.jobs),
    env: { SWEEP_MISSED_AFTER_MS: String(missedAfterMs) },
  });
  const { gateway, signIns, credentials, simulators } = product.description;
  const [person] = signIns;
  const [vendors] = credentials;
  if (!person || !vendors) throw new Error('The stack has no demo company');

  const session = openApiSession(gateway);
  await session.signIn(person.email, person.password);
  const connection = await connect(session, vendors, 'Brazos Roofing - Waco');
  const place = {
    control: simulatorControl(simulators.control),
    companyId: vendors.companyId,
    portalId: Number(connection.hubSpotPortalId),
    timeZone: connection.hubSpotPortalTimezone ?? 'UTC',
  };
  if (values.undo) return await showUndo({ ...place, product, session, connection, type });
  let contactsBefore: Migration | null = null;
  const steps = first ? [first, type] : [type];
  for (const [index, migrationType] of steps.entries()) {
    const started = await session.callPatiently(createMigration, {
      body: { connectionId: connection.id, migrationType, includeNoEmailContacts: true },
    });
    const kill = values.kill && index === steps.length - 1;
    const migration = await migrate(product, session, started, { kill });
    if (migration?.status !== 'completed') return false;
    const differences = await migrationDifferences({ ...place, migration, contactsBefore });
    for (const difference of differences.slice(0, 20)) print(`DIFFERENCE ${difference}`);
    for (const line of accountLines(migration)) print(line);
    if (differences.length > 0) return false;
    contactsBefore = migrationType === 'contacts' ? migration : contactsBefore;
  }
  return values.sync ? await showSync({ ...place, session, connection }) : true;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
await runMain(async () => {
  process.exitCode = (await demonstrate()) ? 0 : 1;
});
