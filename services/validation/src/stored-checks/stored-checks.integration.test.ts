import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import { decodeValue, topics } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import type { CredentialCheck } from '../credentials/credential-problem.ts';
import type { ConnectionOfCompany } from '../secrets/stored-secrets.ts';
import { checkEveryMs } from './check-schedule.ts';
import { followConnection } from './connection-consumer.ts';
import { scheduleNextCheck } from './schedule-store.postgres.ts';
import { checkDueConnections, startStoredChecks } from './stored-check-runner.ts';
import { storedCheck, type StoredCheck } from './stored-credentials.ts';

const minute = 60_000;
const start = new Date('2026-11-22T12:00:00Z');
const open = new AbortController().signal;
const valid: CredentialCheck = {
  acculynx: {
    verdict: 'valid',
    facts: { companyId: 'c', companyName: 'B', timezone: null, baseUtcOffset: null, adjustedUtcOffset: null },
  },
  hubspot: {
    verdict: 'valid',
    facts: { portalId: '1', timezone: '', accountType: '', utcOffset: null, utcOffsetMilliseconds: null },
  },
};
const revoked: CredentialCheck = {
  ...valid,
  acculynx: { verdict: 'refused', reason: 'AccuLynx refused the key (HTTP 401)' },
};

let database: TestDatabase;
let now: Date;
let logLines: string[];

beforeEach(async () => {
  database = await testDatabase('validation');
  now = start;
  logLines = [];
});

afterEach(async () => {
  await database[Symbol.asyncDispose]();
});

const later = (ms: number): Date => (now = new Date(now.getTime() + ms));

const known = (connectionId: number, change: object = {}) =>
  followConnection(
    database.db,
    {
      $typeName: 'ridgeline.connection.v1.ConnectionChanged',
      connectionId,
      companyId: 'acme',
      revision: 1,
      deleted: false,
      ...change,
    },
    now,
  );

/** A replica that checks with `check`. */
const replica = (check: StoredCheck) => ({
  db: database.db,
  check,
  logger: createLogger({ service: 'test', level: 'warn' }, { write: (line) => void logLines.push(line) }),
  now: () => now,
  pace: () => Promise.resolve(),
});

/** Checks whatever is due now. */
async function checkDue(check: StoredCheck): Promise<void> {
  while (await checkDueConnections(replica(check), open));
}

async function rows(table: 'connections_to_check' | 'last_results' | 'outbox'): Promise<object[]> {
  return database.db.forSystem((tx) => tx.query(`select * from ${table}`));
}

async function results() {
  const events = await database.db.forSystem((tx) =>
    tx.query<{ value: Uint8Array }>('select value from outbox order by id'),
  );
  return events.map(({ value }) => decodeValue(topics.validationResult, value));
}

describe('Stored credentials are checked in the background', () => {
  test('When an hour goes by, then each connection is checked every quarter of one, and never many in one minute', async () => {
    for (let id = 1; id <= 300; id += 1) await known(id);
    const times = new Map<number, number[]>();
    const perMinute: number[] = [];
    const check = ({ connectionId }: ConnectionOfCompany): Promise<CredentialCheck> => {
      times.set(connectionId, [...(times.get(connectionId) ?? []), now.getTime()]);
      return Promise.resolve(valid);
    };
    for (let at = 0; at < 60; at += 1) {
      later(minute);
      const before = [...times.values()].flat().length;
      await checkDue(check);
      perMinute.push([...times.values()].flat().length - before);
    }

    expect(times.size).toBe(300);
    for (const checked of times.values()) {
      expect((checked[0] ?? Infinity) - start.getTime()).toBeLessThanOrEqual(checkEveryMs + minute);
      const gaps = checked.slice(1).map((time, index) => time - (checked[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(13 * minute);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(18 * minute);
    }
    // Twenty a minute on average, and thirty where the first round overlaps the second.
    expect(Math.max(...perMinute)).toBeLessThan(65);
  }, 120_000);

  test('When several replicas look at the same time, then they share what is due, and nothing is checked twice', async () => {
    for (let id = 1; id <= 60; id += 1) await known(id);
    later(checkEveryMs);
    const checked: [number, number][] = [];
    const drain = async (number: number): Promise<void> => {
      const check = async ({ connectionId }: ConnectionOfCompany): Promise<CredentialCheck> => {
        checked.push([number, connectionId]);
        await new Promise((resolve) => setImmediate(resolve));
        return valid;
      };
      await checkDue(check);
    };
    await Promise.all([1, 2, 3].map(drain));

    expect(checked.map(([, id]) => id).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
    expect(new Set(checked.map(([number]) => number)).size).toBeGreaterThan(1);
  });

  test('When very many are due at the same time, then they start at the rate that all replicas share', async () => {
    for (let id = 1; id <= 25; id += 1) await known(id);
    later(checkEveryMs);
    let admitted = 0;
    let checked = 0;
    const gate = Promise.withResolvers<undefined>();
    const check = (): Promise<CredentialCheck> => {
      checked += 1;
      if (checked === 3) gate.resolve(undefined);
      return Promise.resolve(valid);
    };
    const pace = (signal: AbortSignal): Promise<void> => {
      admitted += 1;
      if (admitted <= 3) return Promise.resolve();
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      return promise;
    };
    const running = startStoredChecks({ ...replica(check), pace });
    await gate.promise;
    await running[Symbol.asyncDispose]();
    expect(checked).toBe(3);
    expect(logLines).toEqual([]);
  });

  test('When a check finds that a key was revoked, then the result is published with the reason, once a check', async () => {
    await known(1);
    later(checkEveryMs);
    await checkDue(() => Promise.resolve(revoked));
    await checkDue(() => Promise.resolve(revoked));

    expect(await results()).toEqual([
      expect.objectContaining({
        companyId: 'acme',
        connectionId: 1,
        acculynxReason: expect.stringContaining('AccuLynx does not accept this API key'),
        hubspotReason: '',
      }),
    ]);
    expect(await rows('last_results')).toMatchObject([{ connection_id: 1, acculynx: revoked.acculynx }]);
  });

  test('When a vendor refused a credential while it was used, then it is checked every 15 seconds until it is accepted, or for 10 minutes', async () => {
    await known(1);
    await known(2);
    const refuse = (connectionId: number) =>
      database.db.forSystem((tx) =>
        scheduleNextCheck(
          tx,
          { companyId: 'acme', connectionId },
          { now, accepted: false, refusedNow: true },
        ),
      );
    await refuse(1);
    await refuse(2);
    const checked: number[] = [];
    const check = ({ connectionId }: ConnectionOfCompany): Promise<CredentialCheck> => {
      checked.push(connectionId);
      return Promise.resolve(connectionId === 1 && checked.length > 2 ? valid : revoked);
    };
    for (let at = 0; at < 12 * 4; at += 1) {
      later(minute / 4);
      await checkDue(check);
    }
    expect(checked.filter((id) => id === 1)).toHaveLength(2);
    expect(checked.filter((id) => id === 2)).toHaveLength(10 * 4);
  });

  test('When a connection is deleted, before its check or while it is checked, then nothing is published, and it is forgotten', async () => {
    await known(1);
    later(checkEveryMs);
    await checkDue(() => Promise.resolve(valid));
    await database.db.forSystem((tx) => tx.query('delete from outbox'));
    await known(2);
    later(checkEveryMs);
    await known(1, { deleted: true, revision: 2 });
    await checkDue(async ({ connectionId }) => {
      await known(connectionId, { deleted: true, revision: 2 });
      return valid;
    });
    expect([await rows('connections_to_check'), await rows('last_results'), await rows('outbox')]).toEqual([
      [],
      [],
      [],
    ]);
    // A late, old event puts it back only until the check finds that it is gone.
    await known(1);
    later(checkEveryMs);
    await checkDue(() => Promise.resolve(null));
    expect(await rows('connections_to_check')).toEqual([]);
  });

  test('When a connection moves to another company, then it is checked for that one, and an older event changes nothing', async () => {
    await known(1);
    later(checkEveryMs);
    await checkDue(() => Promise.resolve(valid));
    await known(1, { companyId: 'brazos', revision: 3 });
    await known(1, { companyId: 'acme', revision: 2 });
    later(2 * checkEveryMs);
    const companies: string[] = [];
    await checkDue(({ companyId }) => {
      companies.push(companyId);
      return Promise.resolve(valid);
    });
    expect(companies).toEqual(['brazos']);
    expect(await rows('last_results')).toMatchObject([{ company_id: 'brazos' }]);
  });

  test('When the connection service is unavailable, then that check comes soon again, and others are made', async () => {
    await known(1);
    await known(2);
    later(checkEveryMs);
    const checked: number[] = [];
    const check =
      (away: boolean) =>
      ({ connectionId }: ConnectionOfCompany) => {
        if (away && connectionId === 1) return Promise.reject(new Error('away'));
        checked.push(connectionId);
        return Promise.resolve(valid);
      };
    await checkDue(check(true));
    expect(checked).toEqual([2]);
    expect(logLines.join()).toContain('could not be checked');
    later(2 * minute);
    await checkDue(check(false));
    expect(checked).toEqual([2, 1]);
  });
});

describe('The check of what is stored', () => {
  const secretsOf = (acculynxApiKey: string): ConnectionSecrets =>
    ({ acculynxApiKey, hubspotPat: 'token' }) as ConnectionSecrets;
  const checks = (tried: string[]) => (credentials: { acculynxApiKey: string }) => {
    tried.push(credentials.acculynxApiKey);
    const { acculynx, hubspot } = credentials.acculynxApiKey === 'old' ? revoked : valid;
    return { acculynx: Promise.resolve(acculynx), hubspot: Promise.resolve(hubspot) };
  };

  test('When the key is replaced while the old one is refused, then the new one is tried', async () => {
    const tried: string[] = [];
    const answers = [secretsOf('old'), secretsOf('new')];
    const check = storedCheck(() => Promise.resolve(answers.shift() ?? null), checks(tried));
    expect(await check({ companyId: 'acme', connectionId: 1 })).toEqual(valid);
    expect(tried).toEqual(['old', 'new']);
  });

  test('When it is refused and still stored, then that is the result', async () => {
    const tried: string[] = [];
    const check = storedCheck(() => Promise.resolve(secretsOf('old')), checks(tried));
    expect(await check({ companyId: 'acme', connectionId: 1 })).toEqual(revoked);
    expect(tried).toEqual(['old']);
  });
});
