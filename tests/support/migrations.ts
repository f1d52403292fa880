import {
  getMigration,
  listConnections,
  type Connection,
  type Migration,
  type Reconciliation,
} from '@ridgeline/contracts';
import {
  eventually,
  migrationDifferences,
  newTestCompany,
  stackOfTests,
  type TestCompany,
} from '@ridgeline/testkit';

const ended = new Set<Migration['status']>(['completed', 'failed', 'cancelled']);

/** Waits until `reached` holds for the migration, and returns it; fails when that does not happen in time. */
export async function untilMigration(
  company: TestCompany,
  id: number,
  reached: (migration: Migration) => boolean,
  what: string,
): Promise<Migration> {
  return eventually(
    async () => {
      const migration = await company.session.call(getMigration, { params: { id: String(id) } });
      if (!reached(migration)) throw new Error(`It is ${JSON.stringify(migration)}`);
      return migration;
    },
    { within: 90_000, what },
  );
}

/** Waits until the migration has ended, whatever its result, and returns it. */
export function untilEnded(company: TestCompany, id: number): Promise<Migration> {
  return untilMigration(company, id, ({ status }) => ended.has(status), `migration ${id} to end`);
}

/** A company's migration that has ended. */
export interface EndedRun {
  readonly company: TestCompany;
  readonly migration: Migration;
  readonly account: Reconciliation;
}

/** A new company whose 120 contacts were copied. */
export async function endedRun(): Promise<EndedRun> {
  const company = await newTestCompany(stackOfTests(), { contacts: 120 });
  const { id } = await company.startMigration(await company.connect(), { delayMs: 0 });
  const migration = await untilEnded(company, id);
  if (!migration.reconciliation) throw new Error('The migration has no account');
  return { company, migration, account: migration.reconciliation };
}

/** Waits until the migration is under way: about a third of its records are processed. */
export function untilHalfWay(company: TestCompany, id: number): Promise<Migration> {
  return untilMigration(
    company,
    id,
    ({ status, processedCount, targetCount }) =>
      status === 'running' && processedCount > 0 && processedCount >= targetCount / 4,
    `migration ${id} to be half way`,
  );
}

/**
 * Every difference between what the company has at AccuLynx and what arrived at HubSpot; for jobs `contactsBefore` is the
 * migration that copied the contacts before.
 */
export function disagreement(
  { control, user, portalId, timeZone }: TestCompany,
  migration: Migration,
  contactsBefore: Migration | null = null,
): Promise<string[]> {
  const { companyId } = user;
  return migrationDifferences({ control, companyId, portalId, timeZone, migration, contactsBefore });
}

/** A company whose migration failed, because its token was replaced at HubSpot. */
export interface FailingCompany {
  readonly company: TestCompany;
  readonly connection: Connection;
  readonly migration: Migration;
  /** The token that HubSpot accepts now. */
  readonly hubspotToken: string;
}

/** Creates such a company, and waits until its connection is known to be broken. */
export async function failingCompany(name: string): Promise<FailingCompany> {
  const contacts = 30;
  const company = await newTestCompany(stackOfTests(), { contacts });
  const connection = await company.connect(name);
  const { id } = await company.startMigration(connection, { batchSize: 5, concurrency: 1, delayMs: 1000 });
  const { companyId, acculynxApiKey, hubspotPat } = company.credentials;
  const hubspotToken = `${hubspotPat}-new`;
  await company.control.register({ companyId, acculynxApiKey, hubspotToken, contacts });
  const migration = await untilEnded(company, id);
  // Events report the refusal to the connection a moment after the run has ended.
  await eventually(
    async () => {
      const [stored] = await company.session.call(listConnections);
      if (stored?.hubspotStatus !== 'invalid')
        throw new Error(`Its status is ${String(stored?.hubspotStatus)}`);
    },
    { what: 'the connection to be known as invalid' },
  );
  return { company, connection, migration, hubspotToken };
}
