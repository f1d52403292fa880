import { join } from 'node:path';
import { createMigration } from '@ridgeline/contracts';
import { openApiSession, type Product } from '@ridgeline/devstack';
import { connect } from './connect.ts';
import { follow } from './migrate.ts';

/** When the command was entered; the time since then includes the installation of packages. */
const started = Number(process.env['RIDGELINE_STARTED_AT'] ?? Date.now());
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function announce({ description }: Product, open: string): void {
  print('');
  print(`Ridgeline is ready after ${((Date.now() - started) / 1000).toFixed(1)} s`);
  print(`  Open        ${open}`);
  for (const { email, password, admin } of description.signIns)
    print(`  Sign in     ${email}  ${password}${admin ? '  (administrator)' : ''}`);
  for (const { companyId, acculynxApiKey, hubspotPat } of description.credentials)
    print(`  Connect     AccuLynx key ${acculynxApiKey}, HubSpot token ${hubspotPat} (company ${companyId})`);
  print(`  Emails       ${description.mail.http}`);
  print(`  Simulators  ${description.simulators.control}/__sim`);
  print(`  Details     .ridgeline/stack.json, logs in .ridgeline/stack/logs`);
  print('  Stop        Ctrl-C\n');
}

async function migrateDemoCompany({ description }: Product): Promise<void> {
  const [person] = description.signIns;
  const [credentials] = description.credentials;
  if (!person || !credentials) return;
  print("First start: copying the demo company's contacts and jobs. Watch it in the browser too.");
  const session = openApiSession(description.gateway);
  await session.signIn(person.email, person.password);
  const connection = await connect(session, credentials, 'Brazos Roofing - Waco');
  for (const migrationType of ['contacts', 'jobs'] as const) {
    const { id } = await session.callPatiently(createMigration, {
      body: { connectionId: connection.id, migrationType, includeNoEmailContacts: true },
    });
    const done = await follow(session, id);
    print(
      `Migration #${done.id} of ${migrationType} ${done.status}: ${done.createdCount} created, ${done.errorCount} failed`,
    );
  }
}

/** Prints where the app opens and who can sign in; on the first start the demo company's contacts and jobs are copied. */
export async function welcome(product: Product, open: string): Promise<void> {
  announce(product, open);
  if (product.firstStart) await migrateDemoCompany(product);
}

const root = process.cwd();

/** The stack of this checkout, whose data stay in `.ridgeline/` between runs. */
export const localStack = {
  root,
  dir: join(root, '.ridgeline', 'stack'),
  describeIn: join(root, '.ridgeline'),
  log: (line: string): void => void process.stdout.write(`${line}\n`),
  durable: true,
};

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Starts something, passes it to `use`, and stops it in order upon Ctrl-C. During the start, the end of this process ends
 * everything it started.
 */
export async function untilStopped<Started extends AsyncDisposable>(
  start: () => Promise<Started>,
  use: (started: Started) => Promise<void>,
): Promise<void> {
  const stop = Promise.withResolvers<string>();
  for (const signal of signals) process.once(signal, () => process.exit(130));
  {
    await using started = await start();
    for (const signal of signals) {
      process.removeAllListeners(signal);
      process.on(signal, stop.resolve);
    }
    await Promise.race([use(started), stop.promise]);
    await stop.promise;
    process.stdout.write('\nStopping ...\n');
  }
  // `use` may still wait for calls to what was stopped, which would be repeated for a minute.
  process.exit();
}
