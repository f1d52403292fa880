import { expect, jest, test } from '@jest/globals';
import type { LiveReader } from '@ridgeline/contracts';
import { browserForTests } from '../../../testing/a-browser.ts';
import { aMigration } from '../../../testing/a-migration.ts';
import { followStream, joinStream } from './shared-stream.ts';

const browser = browserForTests();
const ann = { userId: 1, companyId: 'co_a' };

/** Opens a tab; `heard` returns what arrived since the last call, updates by version. */
async function aTab(reader: LiveReader = ann, join = joinStream) {
  const signals: (string | number)[] = [];
  const leave = join(reader, (signal) => {
    signals.push(signal.type === 'update' ? signal.migration.version : signal.type);
  });
  await settled();
  return { leave, heard: () => signals.splice(0) };
}

/** Locks are handed on in promises. */
const settled = () => jest.advanceTimersByTimeAsync(0);
const latest = () => browser.sources.at(-1);
const connect = (reader = ann) => latest()?.say('connected', reader);
const update = (version: number) => latest()?.say('migration-update', aMigration({ version }));
const open = () => browser.sources.filter(({ readyState }) => readyState !== 2).length;

/** Two connected tabs, whose first signals are taken already; the first one leads. */
async function twoTabs() {
  const tabs = [await aTab(), await aTab()] as const;
  connect();
  for (const tab of tabs) tab.heard();
  return tabs;
}

test('When there are several tabs, then one stream tells all of them everything once', async () => {
  const [first, second] = await twoTabs();
  const third = await aTab();
  expect(third.heard()).toContain('connected');
  first.heard();
  second.heard();
  update(1);
  update(2);
  expect(browser.sources).toHaveLength(1);
  for (const tab of [first, second, third]) expect(tab.heard()).toEqual([1, 2]);
});

test('When the tab that holds the stream is closed or crashes, then the next one opens it, and none misses that', async () => {
  const [first, second] = await twoTabs();
  const third = await aTab();
  first.leave();
  await settled();
  expect(open()).toBe(1);
  expect(browser.sources).toHaveLength(2);
  connect();
  update(3);
  for (const tab of [second, third]) expect(tab.heard().slice(-3)).toEqual(['lost', 'connected', 3]);
});

test('When another user signs in in another tab, then neither hears the signals of the other', async () => {
  const [first, second] = await twoTabs();
  const other = await aTab({ userId: 2, companyId: 'co_b' });
  connect({ userId: 2, companyId: 'co_b' });
  update(7);
  expect(other.heard()).toContain(7);
  expect([...first.heard(), ...second.heard()]).toEqual([]);
});

test('When the tab that holds the stream is frozen, then one that is looked at takes it over within 12 seconds', async () => {
  const [first, second] = await twoTabs();
  browser.channels[0]?.freeze();
  await jest.advanceTimersByTimeAsync(12_000);
  expect(browser.sources).toHaveLength(2);
  connect();
  update(4);
  expect(second.heard().slice(-3)).toEqual(['lost', 'connected', 4]);
  browser.channels[0]?.thaw();
  await settled();
  // The previous stream is closed, so its event arrives only once.
  browser.sources[0]?.say('migration-update', aMigration({ version: 3 }));
  update(5);
  expect(open()).toBe(1);
  expect(second.heard()).toEqual([5]);
  expect(first.heard().at(-1)).toBe(5);
});

test('When a tab that was considered frozen still sends signals, then it is not listened to', async () => {
  const [, second] = await twoTabs();
  const late = { type: 'tell', term: 1, signal: { type: 'connected' } };
  browser.channels[0]?.postMessage(late);
  expect(second.heard()).toEqual([]);
});

test('When no one looks at a tab, then it takes nothing over', async () => {
  await twoTabs();
  browser.setVisible(false);
  browser.channels[0]?.freeze();
  await jest.advanceTimersByTimeAsync(35_000);
  expect(browser.sources).toHaveLength(1);
});

test('When the machine slept, then the stream is opened again and every tab fetches', async () => {
  const tabs = await twoTabs();
  browser.sleep(3_600_000);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(browser.sources).toHaveLength(2);
  connect();
  for (const tab of tabs) {
    const heard = tab.heard();
    expect(heard).toContain('lost');
    expect(heard.at(-1)).toBe('connected');
  }
});

test('When a tab slept and its stream did not, then what it was not told is asked for', async () => {
  const tabs = await twoTabs();
  browser.sleep(30_000);
  latest()?.say('heartbeat');
  await jest.advanceTimersByTimeAsync(5_000);
  expect(browser.sources).toHaveLength(1);
  expect(tabs[1].heard()).toEqual(['lost', 'connected']);
});

test('When a hidden tab is looked at again, then a stream that was silent is tried immediately', async () => {
  const [first] = await twoTabs();
  browser.setVisible(false);
  await jest.advanceTimersByTimeAsync(21_000);
  expect(browser.sources).toHaveLength(1);
  browser.setVisible(true);
  expect(browser.sources).toHaveLength(2);
  expect(first.heard()).toContain('lost');
});

test('When the network goes and comes back, then every tab says so, and the stream is opened again', async () => {
  const tabs = await twoTabs();
  browser.tell('window', 'offline');
  for (const tab of tabs) expect(tab.heard()).toContain('offline');
  await jest.advanceTimersByTimeAsync(6_000);
  for (const tab of tabs) expect(tab.heard()).not.toContain('connected');
  browser.tell('window', 'online');
  connect();
  for (const tab of tabs) expect(tab.heard().slice(-1)).toEqual(['connected']);
});

test.each([
  ['pagehide', 'pageshow', 'window'],
  ['freeze', 'resume', 'document'],
] as const)(
  'When a page is put aside (%s), then it holds nothing, and catches up when it is back',
  async (away, back, target) => {
    const tab = await aTab(ann, followStream);
    connect();
    browser.tell(target, away);
    await settled();
    expect(open()).toBe(0);
    expect(tab.heard().at(-1)).toBe('lost');
    browser.tell(target, back);
    await settled();
    connect();
    expect(tab.heard().at(-1)).toBe('connected');
  },
);

test('When the last tab leaves, then the stream ends', async () => {
  const tabs = await twoTabs();
  for (const tab of tabs) tab.leave();
  await settled();
  expect(open()).toBe(0);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(open()).toBe(0);
});
