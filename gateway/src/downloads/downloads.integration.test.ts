import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AccessRecord } from '@ridgeline/contracts/internal';
import { outgoingEvent, topics } from '@ridgeline/events';
import { openKafka } from '@ridgeline/kafka';
import { createLogger, newId } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { eventually, testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { Browser } from '../testing/browser.ts';
import { openDownload, type OpenDownload } from '../testing/download.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';
import { stubUserId } from '../testing/stub-people.ts';

let gateway: GatewayUnderTest;
let open: OpenDownload[];

beforeAll(async () => {
  const servers = { redisUrl: await testRedisUrl(), brokers: testBrokers() };
  gateway = await startGateway(servers, { DOWNLOAD_STALL_SECONDS: '2' });
});

beforeEach(() => {
  open = [];
});

afterEach(async () => {
  for (const download of open) download.close();
  await eventually(() => expect(sending()).toEqual([]), { what: 'all downloads to be over' });
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

/** The companies with downloads in progress, and how many each has. */
const sending = (): [string, number][] => [...gateway.stub.downloads].filter(([, count]) => count > 0);

/** Publishes an access change as the auth service does. */
async function tellAccess({ revokedReason, ...record }: AccessRecord): Promise<void> {
  const value = { ...record, ...(revokedReason === null ? {} : { revokedReason }) };
  const envelope = { id: newId(), time: new Date().toISOString(), companyId: record.companyId };
  const logger = createLogger({ service: 'test', level: 'silent' });
  await using kafka = openKafka({
    brokers: testBrokers(),
    clientId: 'test',
    logger,
    metrics: new Registry(),
  });
  const producer = await kafka.producer();
  await producer.publish([
    outgoingEvent(topics.identityUser, { key: String(record.userId), value, envelope }),
  ]);
}

async function person(email: string): Promise<Browser> {
  const browser = new Browser(gateway.url);
  await browser.signIn(email);
  return browser;
}

/** Opens so many downloads concurrently, each on its own connection. */
async function downloads({ cookie }: Browser, times = 1): Promise<OpenDownload[]> {
  const all = await Promise.all(Array.from({ length: times }, () => openDownload(gateway.url, cookie)));
  open.push(...all);
  return all;
}

const oneOf = async (browser: Browser): Promise<OpenDownload> => {
  const [download] = await downloads(browser);
  if (!download) throw new Error('No download');
  return download;
};

/** Waits until more than so many bytes of the file were read. */
const isRead = (download: OpenDownload, bytes: number) =>
  eventually(() => expect(download.bytes()).toBeGreaterThan(bytes), { what: 'more of the file' });

/** How many downloads have ended because their reader was too slow. */
async function slowEnds(): Promise<number> {
  const told = /^ridgeline_download_ends_total\{reason="slow"\} (\d+)$/m.exec(
    await gateway.metrics.metrics(),
  );
  return Number(told?.[1] ?? 0);
}

describe('Downloads', () => {
  test('When one company asks for files and reads none, then few are sent, it is asked to wait, and others read and download', async () => {
    const people = await Promise.all(
      ['ann', 'ben', 'cem', 'dan'].map((name) => person(`${name}@one.example`)),
    );
    const asked = (await Promise.all(people.map((browser) => downloads(browser, 5)))).flat();
    expect(sending()).toEqual([['one.example', 6]]);
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(14);
    expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']));

    const other = await person('bob@two.example');
    expect((await other.ask('/api/migrations')).status).toBe(200);
    const theirs = await oneOf(other);
    void theirs.read();
    await isRead(theirs, 1_000_000);
    expect(await person('eve@one.example').then((eve) => eve.ask('/api/migrations'))).toMatchObject({
      status: 200,
    });
  });

  test('When a reader takes nothing for some seconds, then its download ends and makes room, and one that is read continues', async () => {
    const before = await slowEnds();
    const browser = await person('ann@one.example');
    const [unread, alsoUnread, slow] = await downloads(browser, 3);
    expect(await oneOf(browser)).toMatchObject({ status: 429 });
    const read = await oneOf(await person('ben@one.example'));
    void read.read();
    await eventually(() => expect(sending()).toEqual([['one.example', 1]]), {
      what: 'the unread ones to end',
    });
    expect([unread, alsoUnread, slow].map((it) => it?.status)).toEqual([200, 200, 200]);
    await isRead(read, read.bytes() + 1_000_000);
    expect(read.isOver()).toBe(false);
    expect(await oneOf(browser)).toMatchObject({ status: 200 });
    expect((await slowEnds()) - before).toBe(3);
  });

  test('When access is revoked, then the downloads that are being read end, and others go on', async () => {
    const [ann, other] = [await person('ann@one.example'), await person('bob@two.example')];
    const [hers, theirs] = [await oneOf(ann), await oneOf(other)];
    void hers.read();
    void theirs.read();
    await Promise.all([isRead(hers, 1_000_000), isRead(theirs, 1_000_000)]);
    const id = stubUserId('ann@one.example');
    const record = await gateway.stub.people.change(id, { revokedReason: 'Left' });
    await tellAccess(record);
    await eventually(() => expect(hers.isOver()).toBe(true), { what: 'the download to end' });
    await isRead(theirs, theirs.bytes() + 1_000_000);
    expect(await oneOf(ann)).toMatchObject({ status: 403 });
    await gateway.stub.people.change(id, { revokedReason: null });
  });

  test('When the user signs out, then the downloads of the session end', async () => {
    const ann = await person('fay@one.example');
    const hers = await oneOf(ann);
    void hers.read();
    await isRead(hers, 1_000_000);
    await ann.signOut();
    await eventually(() => expect(hers.isOver()).toBe(true), { what: 'the download to end' });
  });
});
