import { createMigration } from '@ridgeline/contracts';
import { openApiSession, type Product } from '@ridgeline/devstack';
import { connect } from '../demo/connect.ts';
import { follow } from '../demo/follow.ts';

/** When the command was given, the installation of packages included. */
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
  print(`  Mails       ${description.mail.http}`);
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

/** Prints where the app opens and who can sign in; on the first start the demo company's contacts and jobs go over. */
export async function welcome(product: Product, open: string): Promise<void> {
  announce(product, open);
  if (product.firstStart) await migrateDemoCompany(product);
}
