import type { DemoCredentials, DemoSignIn } from './description.ts';
import { openApiSession } from './api-session.ts';
import type { SimulatorProcess } from './simulator-process.ts';

/** The people and credentials of a local stack. */
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

/** The demo accounts' password; it protects nothing but data of the simulators. */
const password = 'roofs-and-gutters';

/** Signs each demo person in, registering them on the first start, and makes their vendor accounts known. */
export async function seedCompanies(gateway: string, simulators: SimulatorProcess): Promise<Seed> {
  const signIns: DemoSignIn[] = [];
  const credentials: DemoCredentials[] = [];
  for (const { email, firstName, lastName, company, slug } of people) {
    const session = openApiSession(gateway);
    const user = await session
      .register({ email, password, firstName, lastName })
      .catch(() => session.signIn(email, password));
    const vendor = {
      companyId: user.companyId,
      acculynxApiKey: `al-${slug}-demo-key-0001`,
      hubspotPat: `pat-na1-${slug}-demo-0001`,
    };
    await registerCompany(simulators, vendor, company);
    signIns.push({ email, password, companyId: user.companyId, admin: user.administrator });
    credentials.push(vendor);
  }
  return { signIns, credentials };
}

async function registerCompany(
  { addresses }: SimulatorProcess,
  { companyId, acculynxApiKey, hubspotPat }: DemoCredentials,
  name: string,
): Promise<void> {
  const response = await fetch(`${addresses.control}/__sim/companies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ companyId, name, acculynxApiKey, hubspotToken: hubspotPat }),
  });
  if (!response.ok) throw new Error(`The simulators refused the company ${name}: ${await response.text()}`);
}
