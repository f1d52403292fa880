import { randomBytes } from 'node:crypto';
import {
  createConnection,
  createMigration,
  validateHubspotProperties,
  type Connection,
  type Migration,
  type NewConnection,
  type NewMigration,
  type User,
} from '@ridgeline/contracts';
import {
  openApiSession,
  verifyByMail,
  type ApiSession,
  type DemoCredentials,
  type StackDescription,
} from '@ridgeline/devstack';
import { simulatorControl, type SimulatorControl } from './simulator-control.ts';

/** What a test chooses of a new connection. */
type ConnectionChoices = Partial<Omit<NewConnection, 'name' | 'acculynxApiKey' | 'hubspotPat'>>;

/** A company made for one test: a signed-in person whose email is verified, and vendor accounts of its own at the simulators. */
export interface TestCompany {
  readonly user: User;
  readonly email: string;
  readonly password: string;
  readonly session: ApiSession;
  readonly credentials: DemoCredentials;
  readonly portalId: number;
  /** The portal's time zone, by its IANA name. */
  readonly timeZone: string;
  readonly control: SimulatorControl;
  /** Saves the connection as the app does: properties first. */
  connect(name?: string, settings?: ConnectionChoices): Promise<Connection>;
  startMigration(connection: Connection, options?: Partial<NewMigration>): Promise<Migration>;
}

const password = 'a-long-enough-password';

/** Registers a person and gives the company so many contacts and jobs (none) at AccuLynx and an empty HubSpot portal. */
export async function newTestCompany(
  stack: Pick<StackDescription, 'gateway' | 'simulators' | 'mail'>,
  { contacts, jobs = 0 }: { contacts: number; jobs?: number },
): Promise<TestCompany> {
  const slug = randomBytes(5).toString('hex');
  const email = `owner-${slug}@roofing.example`;
  const session = openApiSession(stack.gateway);
  const registered = await session.register({ email, password, firstName: 'Toni', lastName: 'Test' });
  const user = await verifyByMail(session, stack.mail, registered);
  const control = simulatorControl(stack.simulators.control);
  const credentials = {
    companyId: user.companyId,
    name: `Roofing ${slug}`,
    acculynxApiKey: `al-key-${slug}`,
    hubspotPat: `pat-na1-${slug}`,
  };
  const { portalId, timeZone } = await control.register({
    companyId: user.companyId,
    name: credentials.name,
    acculynxApiKey: credentials.acculynxApiKey,
    hubspotToken: credentials.hubspotPat,
    contacts,
    jobs,
  });
  const { acculynxApiKey, hubspotPat } = credentials;
  return {
    user,
    email,
    password,
    session,
    credentials,
    portalId,
    timeZone,
    control,
    connect: async (name = `Connection ${slug}`, settings = {}) => {
      const body = { acculynxApiKey, hubspotPat };
      await session.callPatiently(validateHubspotProperties, { body: { ...body, createProperties: true } });
      return session.callPatiently(createConnection, { body: { ...body, ...settings, name } });
    },
    startMigration: (connection, options = {}) =>
      session.call(createMigration, {
        body: {
          connectionId: connection.id,
          migrationType: 'contacts',
          includeNoEmailContacts: true,
          ...options,
        },
      }),
  };
}
