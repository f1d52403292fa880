import {
  getSweeps,
  listSyncedRecords,
  sweepNow,
  updateConnection,
  type Connection,
} from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { acculynxBudgets, secretHash } from '../../packages/governed-vendors/src/vendor-budgets.ts';
import { createLogger, poll, retryEvery } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { createGovernor, openRedis } from '@ridgeline/redis';
import { newTestCompany, type TestCompany } from '@ridgeline/testkit';
import { answerFast, migrate } from '../autosync/synced-company.ts';
import { lastRequest } from '../measuring/product.ts';
import { round } from '../measuring/statistics.ts';
import { tell } from '../measuring/surroundings.ts';

/** AccuLynx' page of contacts, and a key's calls per second. */
const [pageSize, perSecond] = [50, 10];
/** The key has ten times AccuLynx' limit, so that its sweeps make 5 calls per second instead of one in two seconds. */
const scale = 10;
/** Sweeps may use a twentieth of a key. */
const secondsPerCall = 20 / perSecond;
/** From the table of ADR 77: 2,000 calls for 100,000 contacts, in 70 minutes. */
const goals = { ratio: 1.05, minutesPer100_000: 70 };
const withinMs = 1_200_000;

/** How the sweep found an edit that no event reported. */
export interface FoundEdit {
  readonly ok: boolean;
  readonly ratio: number;
  readonly goal: number;
  readonly detail: Readonly<Record<string, number>>;
}

/**
 * Changes one of many contacts behind the position of the sweep over all, so that only the next pass can find it, and no
 * event is sent. Counts the sweeps' calls until the change is copied. The next pass is requested: at AccuLynx' limit it
 * would follow immediately.
 */
export async function findLostEdit(product: Product, db: Database, contacts: number): Promise<FoundEdit> {
  const company = await newTestCompany(product.description, { contacts });
  const { control, session } = company;
  const { companyId } = company.user;
  await scaleLimit(product, company);
  await answerFast(company);
  const connection = await company.connect(undefined, { includeNoEmailContacts: true });
  await migrate(company, connection, 'contacts');
  await control.change({ acculynx: { deliveries: { disturbances: { silent: true } } } });
  const params = { id: String(connection.id) };
  await session.callPatiently(updateConnection, { params, body: { autoSyncNewContacts: true } });

  tell('The first pass over all ...');
  const [edited = ''] = await control.sourceIds(companyId, 'contacts');
  await untilRead(db, connection, pageSize);
  const [from, started] = [await lastRequest(company), performance.now()];
  await control.changeSourceContact(companyId, edited, { lastName: 'Lost-Edit' });
  await session.callPatiently(sweepNow, { params });
  tell('A contact is changed behind it ...');
  await untilCopied(company, connection, edited);
  const seconds = (performance.now() - started) / 1_000;
  const requests = await control.requests(companyId, from);
  const calls = requests.filter(({ vendor, path }) => vendor === 'acculynx' && isList(path)).length;
  const least = contacts / pageSize;
  const minutes = (calls * secondsPerCall) / 60;
  const allowed = (goals.minutesPer100_000 * contacts) / 100_000;
  const ratio = round(calls / least);
  const { missed, late } = await session.callPatiently(getSweeps, { params });
  return {
    ok: ratio <= goals.ratio && minutes <= allowed,
    ratio,
    goal: goals.ratio,
    detail: {
      'edit: contacts': contacts,
      'edit: calls': calls,
      'edit: calls of the table': least,
      "edit: minutes at a twentieth of AccuLynx' limit": round(minutes),
      'edit: goal minutes': allowed,
      'edit: measured seconds at ten times the limit': round(seconds),
      'edit: other findings': missed + late,
    },
  };
}

const isList = (path: string): boolean => /^\/api\/v2\/contacts(\/search)?$/.test(path);

/** Raises the key's limit, at AccuLynx and in our own record of it. */
async function scaleLimit({ servers }: Product, { control, credentials }: TestCompany): Promise<void> {
  await using redis = await openRedis({
    url: servers.redis.url,
    name: 'sweeps',
    logger: createLogger({ service: 'sweeps', level: 'silent' }),
  });
  const [perKey] = acculynxBudgets(secretHash(credentials.acculynxApiKey), '');
  const logger = createLogger({ service: 'sweeps', level: 'silent' });
  await createGovernor({ redis, logger }).learnLimit(perKey.key, perSecond * scale);
  await control.change({ acculynx: { limits: { perKeyPerSecond: perSecond * scale } } });
}

/** Waits until the sweep over all contacts has read so many. */
async function untilRead(db: Database, { id }: Connection, records: number): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const row = await db.forSystem((tx) =>
      tx.maybeOne<{ records: number }>(
        `select records from migration.sweeps where connection_id = $1 and pass = 'all' and kind = 'contact'`,
        [id],
      ),
    );
    return (row?.records ?? 0) >= records || undefined;
  };
  await poll(retryEvery(200), look, { withinMs, what: 'the sweep of all contacts to begin' });
}

async function untilCopied({ session }: TestCompany, { id }: Connection, sourceId: string): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const { records } = await session.callPatiently(listSyncedRecords, { params: { id: String(id) } });
    return records.some((record) => record.sourceId === sourceId && record.origin === 'sweep') || undefined;
  };
  await poll(retryEvery(1_000), look, { withinMs, what: 'the edit to be copied' });
}
