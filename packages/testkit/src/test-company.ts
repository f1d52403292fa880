import { createHash, randomBytes } from 'node:crypto';
import { basename } from 'node:path';
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
import { testFile } from './test-servers.ts';

/** The choices of a test for a new connection. */
type ConnectionChoices = Partial<Omit<NewConnection, 'name' | 'acculynxApiKey' | 'hubspotPat'>>;

/** A company created for one test: a signed-in user whose email is verified, and vendor accounts of its own at the simulators. */
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

/** How many companies were created for the current test file. */
let made = { file: testFile(), companies: 0 };

/**
 * The seed of the next company's records in a test: unique within the file and the same in each run, so that results do not
 * depend on a draw and a failure repeats. None in programs, such as chaos, which should see different records each time.
 */
function nextSeed(): { seed?: number } {
  const file = testFile();
  if (file === undefined) return {};
  made = { file, companies: made.file === file ? made.companies + 1 : 1 };
  const name = `${basename(file)} ${made.companies}`;
  return { seed: createHash('sha256').update(name).digest().readUInt32BE() };
}

/** Registers a user and gives the company this many contacts and jobs (default: none) at AccuLynx and an empty HubSpot portal. */
export async function newTestCompany(
  stack: Pick<StackDescription, 'gateway' | 'simulators' | 'mail'>,
  { contacts, jobs = 0 }: { contacts: number; jobs?: number },
): Promise<TestCompany> {
  const drawn = nextSeed();
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
    ...drawn,
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
