import { createAdministrator, type AdministratorCommand } from './administrator.ts';
import { openApiSession } from './api-session.ts';
import type { DemoCredentials, DemoSignIn } from './description.ts';
import type { SimulatorProcess } from './simulator-process.ts';
import { verifyByMail } from './verified-email.ts';

/** The users and credentials of a local stack. */
export interface Seed {
  readonly signIns: readonly DemoSignIn[];
  readonly credentials: readonly DemoCredentials[];
}

const people = [
  {
    email: 'dana@brazos-roofing.example',
    firstName: 'Dana',
    lastName: 'Whitfield',
    company: 'Brazos Roofing',
    slug: 'brazos',
  },
  {
    email: 'luis@lakeside-roofing.example',
    firstName: 'Luis',
    lastName: 'Ortega',
    company: 'Lakeside Roofing',
    slug: 'lakeside',
  },
] as const;

const administrator = { email: 'morgan@ridgeline.example', firstName: 'Morgan', lastName: 'Hale' };

/** The demo accounts' password; it protects only data of the simulators. */
const password = 'roofs-and-gutters';

/** What a stack is filled through: its gateway, its simulators, and the auth service's command. */
export interface SeedOptions extends AdministratorCommand {
  readonly gateway: string;
  readonly simulators: SimulatorProcess;
  readonly adminCompanyId: string;
}

/**
 * Signs each demo user in, registering them on the first start, registers their vendor accounts with the simulators, and
 * creates the provider's administrator.
 */
export async function seedCompanies(options: SeedOptions): Promise<Seed> {
  const { gateway, simulators, adminCompanyId: companyId } = options;
  const [{ signIns, credentials }] = await Promise.all([
    seedPeople(gateway, simulators),
    createAdministrator(options, { ...administrator, password, companyId }),
  ]);
  const admin = { email: administrator.email, password, companyId, admin: true };
  return { signIns: [...signIns, admin], credentials };
}

async function seedPeople(gateway: string, simulators: SimulatorProcess): Promise<Seed> {
  const signIns: DemoSignIn[] = [];
  const credentials: DemoCredentials[] = [];
  for (const { email, firstName, lastName, company, slug } of people) {
    const session = openApiSession(gateway);
    const user = await session
      .register({ email, password, firstName, lastName })
      .then((registered) => verifyByMail(session, simulators.mail, registered))
      .catch(() => session.signIn(email, password));
    const vendor = {
      companyId: user.companyId,
      name: company,
      acculynxApiKey: `al-${slug}-demo-key-0001`,
      hubspotPat: `pat-na1-${slug}-demo-0001`,
    };
    await registerAccounts(simulators.addresses.control, vendor);
    signIns.push({ email, password, companyId: user.companyId, admin: user.administrator });
    credentials.push(vendor);
  }
  return { signIns, credentials };
}

/** Registers a company's vendor accounts with the simulators, which lose them when they stop. `control`: their address. */
export async function registerAccounts(
  control: string,
  { companyId, name, acculynxApiKey, hubspotPat }: DemoCredentials,
): Promise<void> {
  const response = await fetch(`${control}/__sim/companies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ companyId, name, acculynxApiKey, hubspotToken: hubspotPat }),
  });
  if (!response.ok) throw new Error(`The simulators refused the company ${name}: ${await response.text()}`);
}
