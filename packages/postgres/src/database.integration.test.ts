import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AppError } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { eventually, scratchDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { openDatabase } from './database.ts';
import { violatedConstraint } from './postgres-errors.ts';
import type { Tx } from './session.ts';

let scratch: TestDatabase;

beforeAll(async () => {
  scratch = await scratchDatabase(
    'create table items (id bigint primary key, name text constraint item_name_once unique)',
  );
});

afterAll(async () => {
  await scratch[Symbol.asyncDispose]();
});

describe('A transaction', () => {
  test('When the work throws, then none of it is stored and the error is rethrown unchanged', async () => {
    const failure = new Error('changed my mind');
    const work = scratch.db.forSystem(async (tx) => {
      await tx.query(`insert into items values (1, 'kept nowhere')`);
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    await expect(scratch.db.forSystem((tx) => tx.query('select * from items'))).resolves.toEqual([]);
  });

  test('When a unique constraint is violated, then the error names the constraint', async () => {
    const twice = scratch.db.forSystem((tx) => tx.query(`insert into items values (2, 'same'), (3, 'same')`));
    const error: unknown = await twice.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'server.failed', retriable: false });
    expect(violatedConstraint(error)).toBe('item_name_once');
  });

  test('When values come back, then int8 is a number, timestamptz a Date and a date the text it is', async () => {
    const row = await scratch.db.forSystem((tx) =>
      tx.one(
        `select 9007199254740991::int8 as big, date '2026-03-29' as day, now() as moment, 'a'::bytea as bytes`,
      ),
    );
    expect(row).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      day: '2026-03-29',
      moment: expect.any(Date),
      bytes: Buffer.from('a'),
    });
  });

  test('When an int8 is beyond exact numbers, then the query fails and the pool stays usable', async () => {
    const tooBig = scratch.db.forSystem((tx) => tx.query('select 9007199254740993::int8 as big'));
    await expect(tooBig).rejects.toMatchObject({ code: 'server.failed', retriable: false });
    await expect(scratch.db.forSystem((tx) => tx.one('select 1 as one'))).resolves.toEqual({ one: 1 });
  });

  test('When one row is wanted and there are none or two, then it fails; maybeOne allows none', async () => {
    const none = 'select 1 as n where false';
    const two = 'select generate_series(1, 2) as n';
    await expect(scratch.db.forSystem((tx) => tx.one(none))).rejects.toMatchObject({ code: 'server.failed' });
    await expect(scratch.db.forSystem((tx) => tx.maybeOne(none))).resolves.toBeUndefined();
    await expect(scratch.db.forSystem((tx) => tx.maybeOne(two))).rejects.toMatchObject({
      code: 'server.failed',
    });
  });

  test('When it is used after its end, then it is refused instead of running in another scope', async () => {
    const escaped = await scratch.db.forSystem((tx) => Promise.resolve({ tx }));
    await expect(escaped.tx.query('select 1')).rejects.toMatchObject({
      details: { reason: 'the transaction is over' },
    });
  });

  test('When two transactions wait for each other, then the one that Postgres ends may be tried again', async () => {
    await scratch.db.forSystem((tx) => tx.query(`insert into items values (10, 'ten'), (11, 'eleven')`));
    const lock = (tx: Tx, id: number) => tx.query('select from items where id = $1 for update', [id]);
    const both = Promise.withResolvers<undefined>();
    let holding = 0;
    const cross = (first: number, second: number) =>
      scratch.db.forSystem(async (tx) => {
        await lock(tx, first);
        holding += 1;
        if (holding === 2) both.resolve(undefined);
        await both.promise;
        await lock(tx, second);
      });
    const outcomes = await Promise.allSettled([cross(10, 11), cross(11, 10)]);
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    expect(reasons).toEqual([
      expect.objectContaining({
        code: 'server.unavailable',
        retriable: true,
        details: { dependency: 'postgres', sqlState: '40P01' },
      }),
    ]);
  });
});

describe('A pool', () => {
  test('When all connections are in use for too long, then the next call fails as retriable, and metrics show that it waited', async () => {
    const metrics = new Registry();
    await using small = openDatabase({
      url: scratch.url,
      max: 1,
      applicationName: 'small',
      acquireTimeoutMs: 100,
      metrics,
    });
    // Its one connection is there before it is taken: to connect may take longer than the call waits.
    await eventually(() => small.ping(), { what: 'a connection' });
    const atOnce = small.ping();
    expect(await metrics.metrics()).toContain('ridgeline_db_pool_waiting_calls{pool="small"} 0');
    await atOnce;
    const taken = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    const first = small.forSystem(async () => {
      taken.resolve(undefined);
      await release.promise;
    });
    await taken.promise;
    const late = small.forSystem((tx) => tx.query('select 1'));
    const whileTaken = await metrics.metrics();
    expect(whileTaken).toContain('ridgeline_db_pool_limit_connections{pool="small"} 1');
    expect(whileTaken).toContain('ridgeline_db_pool_connections{pool="small",state="busy"} 1');
    expect(whileTaken).toContain('ridgeline_db_pool_waiting_calls{pool="small"} 1');
    await expect(late).rejects.toMatchObject({ code: 'server.unavailable', retriable: true });
    release.resolve(undefined);
    await first;
    await expect(small.forSystem((tx) => tx.one('select 1 as one'))).resolves.toEqual({ one: 1 });
    await expect(small.forSystem(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const later = await metrics.metrics();
    const transactions = 'ridgeline_db_transaction_duration_seconds_count';
    expect(later).toContain(`${transactions}{pool="small",result="committed"} 2`);
    expect(later).toContain(`${transactions}{pool="small",result="rolled-back"} 1`);
    expect(later).toContain('ridgeline_db_pool_connections{pool="small",state="idle"} 1');
  });

  test('When nothing listens at the address, then a call and a ping say that it may succeed later', async () => {
    await using nowhere = openDatabase({
      url: 'postgres://a:b@127.0.0.1:9/none',
      applicationName: 'nowhere',
    });
    const unavailable = { code: 'server.unavailable', retriable: true };
    await expect(nowhere.ping()).rejects.toMatchObject(unavailable);
    await expect(nowhere.forSystem((tx) => tx.query('select 1'))).rejects.toMatchObject(unavailable);
  });

  test('When the password is wrong, then trying again is not advised', async () => {
    const url = new URL(scratch.url);
    url.password = 'wrong';
    await using stranger = openDatabase({ url: url.href, applicationName: 'unknown-role' });
    await expect(stranger.ping()).rejects.toMatchObject({ code: 'server.failed', retriable: false });
  });
});
