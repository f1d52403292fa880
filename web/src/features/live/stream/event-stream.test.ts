import { expect, jest, test } from '@jest/globals';
import { browserForTests } from '../../../testing/a-browser.ts';
import { openEventStream } from './event-stream.ts';
import type { LiveSignal } from './receive.ts';

const browser = browserForTests();
const ann = { userId: 1, companyId: 'co_a' };

function aStream() {
  const told: LiveSignal['type'][] = [];
  const stream = openEventStream(ann, ({ type }) => told.push(type));
  return { stream, told };
}

const latest = () => browser.sources.at(-1);

test('When it is connected, then it passes on what the server says', () => {
  const { told, stream } = aStream();
  latest()?.say('connected', ann);
  latest()?.say('migration-update', { id: 1 });
  latest()?.say('connection-update', { id: 2 });
  latest()?.say('heartbeat');
  latest()?.say('resync');
  expect(told).toEqual(['connected', 'update', 'told', 'resync']);
  expect(stream.isConnected()).toBe(true);
});

test.each([
  ['another person', { userId: 2, companyId: 'co_a' }],
  ['another company', { userId: 1, companyId: 'co_b' }],
  ['an unknown person', {}],
])('When it is opened for %s, by a cookie of another tab, then it passes nothing on', (_, opener) => {
  const { told, stream } = aStream();
  const [first] = browser.sources;
  first?.say('connected', opener);
  first?.say('migration-update', { id: 1 });
  expect(told).toEqual(['lost', 'refused']);
  expect(stream.isConnected()).toBe(false);
  jest.advanceTimersByTime(1_000);
  expect(browser.sources).toHaveLength(2);
});

test('When the browser resumes a stream under the cookie of another user, then it passes nothing on either', () => {
  const { told } = aStream();
  const [first] = browser.sources;
  first?.say('connected', ann);
  first?.fail();
  first?.say('connected', { userId: 2, companyId: 'co_a' });
  first?.say('migration-update', { id: 1 });
  expect(told).toEqual(['connected', 'lost', 'lost', 'refused']);
});

test('When a proxy closes the stream every minute, then the browser resumes it and no other one is opened', () => {
  const { told } = aStream();
  for (let minute = 0; minute < 5; minute++) {
    latest()?.say('connected', ann);
    for (let beat = 0; beat < 3; beat++) {
      jest.advanceTimersByTime(15_000);
      latest()?.say('heartbeat');
    }
    latest()?.fail();
    jest.advanceTimersByTime(2_000);
  }
  expect(browser.sources).toHaveLength(1);
  expect(told.filter((type) => type === 'connected')).toHaveLength(5);
});

test('When it is refused again and again, then the waits grow, and each refusal is reported', () => {
  const { told } = aStream();
  for (let tries = 1; tries <= 4; tries++) {
    latest()?.fail('refused');
    jest.advanceTimersByTime(1_000 * 2 ** (tries - 1));
    expect(browser.sources).toHaveLength(tries + 1);
  }
  expect(told.filter((type) => type === 'refused')).toHaveLength(4);
  latest()?.fail('refused');
  jest.advanceTimersByTime(7_000);
  expect(browser.sources).toHaveLength(5);
});

test('When two heartbeats did not come, then the connection is dead: it is lost, and opened again', () => {
  const { stream, told } = aStream();
  const [first] = browser.sources;
  first?.say('connected', ann);
  jest.advanceTimersByTime(39_000);
  stream.check();
  expect(told).toEqual(['connected']);
  jest.advanceTimersByTime(2_000);
  stream.check();
  expect(told).toEqual(['connected', 'lost']);
  first?.say('migration-update', { id: 1 });
  latest()?.say('connected', ann);
  expect(told).toEqual(['connected', 'lost', 'connected']);
});

test('When the user looks again, then a stream that beats is left alone, and one that is in doubt is tried immediately', () => {
  const { stream } = aStream();
  latest()?.say('connected', ann);
  jest.advanceTimersByTime(14_000);
  stream.wake();
  expect(browser.sources).toHaveLength(1);
  jest.advanceTimersByTime(7_000);
  stream.wake();
  expect(browser.sources).toHaveLength(2);
  // Switching between tabs is no reason to reconnect.
  for (let looks = 0; looks < 10; looks++) stream.wake();
  expect(browser.sources).toHaveLength(2);
});

test('When a timer of a hidden tab comes late, then a look at it makes the try that is due', () => {
  const { stream } = aStream();
  latest()?.fail('refused');
  browser.sleep(1_500);
  stream.check();
  expect(browser.sources).toHaveLength(2);
  jest.advanceTimersByTime(2_000);
  expect(browser.sources).toHaveLength(2);
});

test('When the network goes and comes back, then the stream ends with it and is opened immediately', () => {
  const { stream, told } = aStream();
  const [first] = browser.sources;
  first?.say('connected', ann);
  stream.pause();
  first?.say('migration-update', { id: 1 });
  expect(stream.isConnected()).toBe(false);
  stream.reconnect();
  latest()?.say('connected', ann);
  expect(told.filter((type) => type !== 'lost')).toEqual(['connected', 'connected']);
  expect(browser.sources).toHaveLength(2);
});

test('When the browser is wrong about the network, then it is tried anyway, later', () => {
  const { stream } = aStream();
  stream.pause();
  jest.advanceTimersByTime(41_000);
  expect(browser.sources).toHaveLength(2);
});

test('When it is closed, then nothing is opened any more', () => {
  const { stream } = aStream();
  latest()?.fail('refused');
  stream.close();
  jest.advanceTimersByTime(60_000);
  expect(browser.sources).toHaveLength(1);
});
