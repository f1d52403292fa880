/** `npm start`: the product on this machine, with simulators of both vendors, until Ctrl-C. */
import { join } from 'node:path';
import { createMigration } from '@ridgeline/contracts';
import { openApiSession, startProduct, type Product } from '@ridgeline/devstack';
import { connect } from './demo/connect.ts';
import { follow } from './demo/follow.ts';
import { runMain } from './run-main.ts';

/** When the command was given, the installation of packages included. */
const started = Number(process.env['RIDGELINE_STARTED_AT'] ?? Date.now());
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function announce({ description }: Product): void {
  print('');
  print(`Ridgeline is ready after ${((Date.now() - started) / 1000).toFixed(1)} s`);
  print(`  Open        ${description.gateway}`);
  for (const { email, password, admin } of description.signIns)
    print(`  Sign in     ${email}  ${password}${admin ? '  (administrator)' : ''}`);
  for (const { companyId, acculynxApiKey, hubspotPat } of description.credentials)
    print(`  Connect     AccuLynx key ${acculynxApiKey}, HubSpot token ${hubspotPat} (company ${companyId})`);
  print(`  Mails       ${description.mail.http}`);
  print(`  Simulators  ${description.simulators.control}/__sim`);
  print(`  Details     .ridgeline/stack.json, logs in .ridgeline/stack/logs`);
  print('  Stop        Ctrl-C\n');
}

async function migrateDemoCompany({ description }: Product): Promise<void> {
  const [person] = description.signIns;
  const [credentials] = description.credentials;
  if (!person || !credentials) return;
  print("First start: copying the demo company's contacts. Watch it in the browser too.");
  const session = openApiSession(description.gateway);
  await session.signIn(person.email, person.password);
  const connection = await connect(session, credentials, 'Brazos Roofing - Waco');
  const { id } = await session.call(createMigration, {
    body: { connectionId: connection.id, migrationType: 'contacts', includeNoEmailContacts: true },
  });
  const done = await follow(session, id);
  print(`Migration #${done.id} ${done.status}: ${done.createdCount} created, ${done.errorCount} failed`);
}

async function main(): Promise<void> {
  const root = process.cwd();
  const stop = Promise.withResolvers<string>();
  // While it starts, the end of this process ends everything it started.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  await using product = await startProduct({
    root,
    dir: join(root, '.ridgeline', 'stack'),
    describeIn: join(root, '.ridgeline'),
    log: print,
    durable: true,
    gatewayPort: 8080,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, stop.resolve);
  }
  announce(product);
  if (product.firstStart) await Promise.race([migrateDemoCompany(product), stop.promise]);
  await stop.promise;
  print('\nStopping ...');
}

await runMain(main);
