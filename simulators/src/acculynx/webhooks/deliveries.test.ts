import { describe, expect, test } from '@jest/globals';
import type { Contact } from '../../seed/contacts.ts';
import { startBench, type Bench } from '../../testing/bench.ts';
import { Consumer, subscribe, until } from '../../testing/consumer.ts';
import type { LoggedDelivery } from './delivery-log.ts';

const company = '/acculynx/ridge';
const create = (bench: Bench, query = '') => bench.control('POST', `${company}/contacts/new${query}`, {});
const disturb = (bench: Bench, disturbances: object) =>
  bench.control('PUT', '/settings', { acculynx: { deliveries: { disturbances } } });
const deliveries = (bench: Bench) => bench.simulators.simulation.deliveries.log.list('ridge');
const counts = async (bench: Bench) => (await bench.control('GET', '/deliveries')).body;
const outcomes = ([delivery]: readonly LoggedDelivery[]) => delivery?.tries.map(({ outcome }) => outcome);

/** Lets the clock pass each wait of the schedule, starting with the shortest. */
async function throughAllTries(bench: Bench): Promise<void> {
  for (const minutes of [1, 5, 30, 120]) {
    await until(() => bench.clock.waiting > 0, 'a wait for the next try');
    bench.clock.advance(minutes * 60_000);
  }
}

describe('Deliveries of events', () => {
  test('When a consumer fails, then the event comes again after 1, 5, 30 and 120 minutes with the same id', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, ['contact_added']);
    consumer.status = 503;
    await create(bench);
    await throughAllTries(bench);
    await until(() => deliveries(bench)[0]?.end === 'failed', 'the last try');
    expect(new Set(consumer.arrived.map(({ body }) => body.eventId)).size).toBe(1);
    const minutes = deliveries(bench)[0]?.tries.map(
      ({ at }) => (Date.parse(at) - Date.UTC(2026, 10, 20, 12)) / 60_000,
    );
    expect([outcomes(deliveries(bench)), minutes]).toEqual([
      [503, 503, 503, 503, 503],
      [0, 1, 6, 36, 156],
    ]);
    expect(await counts(bench)).toEqual({ events: 1, tries: 5, failed: 1 });
  });

  test('When a later try is accepted, then no further one follows and failures in a row are forgotten', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, ['contact_added']);
    bench.simulators.simulation.change({ acculynx: { deliveries: { retryScale: 0.5 } } });
    consumer.status = 302;
    await create(bench);
    await until(() => bench.clock.waiting === 1, 'a wait for the next try');
    consumer.status = 200;
    bench.clock.advance(30_000);
    await until(() => deliveries(bench)[0]?.end === 'accepted', 'the second try');
    expect(outcomes(deliveries(bench))).toEqual([302, 200]);
    expect((await bench.control('GET', `${company}/subscriptions`)).body).toMatchObject([
      { failedEvents: 0 },
    ]);
  });

  test('When there is no answer in time or no consumer, then the try has failed', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, ['contact_added']);
    const settings = { timeoutMs: 50, retryAfterMs: [] };
    bench.simulators.simulation.change({ acculynx: { deliveries: settings } });
    consumer.status = null;
    await create(bench);
    await until(() => deliveries(bench)[0]?.end === 'failed', 'the time-out');
    expect(outcomes(deliveries(bench))).toEqual(['timeout']);
    const hosts = { 'hooks.example.com': 'http://127.0.0.1:9' };
    bench.simulators.simulation.change({ acculynx: { deliveries: { hosts } } });
    await create(bench);
    await until(() => deliveries(bench)[1]?.end === 'failed', 'the refused connection');
    expect(outcomes(deliveries(bench).slice(1))).toEqual(['unreachable']);
  });

  test('When ten events in a row have failed, then the subscription is disabled and its technical contact gets an email', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, ['contact_added']);
    bench.simulators.simulation.change({ acculynx: { deliveries: { retryAfterMs: [] } } });
    const ended = (count: number) => () =>
      deliveries(bench).filter(({ end }) => end !== null).length === count;
    consumer.status = 500;
    for (let event = 0; event < 9; event += 1) await create(bench);
    await until(ended(9), 'nine failures');
    consumer.status = 204;
    await create(bench);
    await until(ended(10), 'one success');
    consumer.status = 500;
    for (let event = 0; event < 9; event += 1) await create(bench);
    await until(ended(19), 'nine failures again');
    expect((await bench.webhooks('GET', '/subscriptions')).body).toMatchObject({
      items: [{ status: 'Enabled' }],
    });
    await create(bench);
    await until(ended(20), 'the tenth failure');
    expect((await bench.webhooks('GET', '/subscriptions')).body).toMatchObject({
      items: [{ status: 'Disabled' }],
    });
    expect(bench.simulators.mails.list('ops@example.com')).toMatchObject([
      { subject: 'Webhook subscription disabled' },
    ]);
  });

  test('When a subscription is deleted between two tries, then the event is dropped', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    const id = await subscribe(bench, ['contact_added']);
    consumer.status = 500;
    await create(bench);
    await until(() => bench.clock.waiting === 1, 'a wait for the next try');
    await bench.webhooks('DELETE', `/subscriptions/${id}`);
    bench.clock.advance(60_000);
    await until(() => deliveries(bench)[0]?.end === 'dropped', 'the end of the event');
    expect(consumer.arrived).toHaveLength(1);
  });

  test('When the consumer is on no local host, then nothing is sent, and an address elsewhere cannot be set', async () => {
    await using bench = await startBench();
    await subscribe(bench, ['contact_added']);
    await create(bench);
    await until(() => deliveries(bench)[0]?.end === 'nowhere', 'the end of the event');
    expect(await counts(bench)).toEqual({ events: 1, nowhere: 1 });
    for (const address of [
      'http://example.com',
      'https://127.0.0.1',
      'http://10.0.0.1',
      'http://127.example.com',
    ]) {
      const hosts = { 'hooks.example.com': address };
      const { status } = await bench.control('PUT', '/settings', { acculynx: { deliveries: { hosts } } });
      expect(status).toBe(400);
    }
  });
});

describe('Disturbed deliveries', () => {
  test('When the switches are on, then events are silent, lost, doubled and late', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, ['contact_added']);
    await disturb(bench, { silent: true });
    await create(bench);
    await disturb(bench, { silent: false, lost: 1 });
    await create(bench);
    await disturb(bench, { lost: 0, doubled: 1, late: 1, lateMs: 5_000, spreadMs: 1_000 });
    await create(bench);
    expect(consumer.arrived).toHaveLength(0);
    bench.clock.advance(5_000);
    await until(() => consumer.arrived.length === 1, 'the late event');
    bench.clock.advance(1_000);
    await until(() => consumer.arrived.length === 2, 'the doubled event');
    expect(consumer.arrived[0]).toEqual(consumer.arrived[1]);
    expect(await counts(bench)).toMatchObject({ events: 3, silent: 1, lost: 1, doubled: 1, late: 1 });
  });

  test('When events are held, then they are sent when they are released, and the company tells each change', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, ['contact_added', 'contact_changed']);
    await disturb(bench, { held: 1 });
    const { id } = (await create(bench)).body as Contact;
    await disturb(bench, { held: 0, silent: true });
    bench.clock.advance(1_500);
    await bench.control('PATCH', `${company}/contacts/${id}`, { firstName: 'Ngozi' });
    expect(consumer.arrived).toHaveLength(0);
    expect((await bench.control('POST', '/deliveries/releases')).body).toEqual({ released: 1 });
    await until(() => deliveries(bench)[0]?.end === 'accepted', 'the released event');
    expect(deliveries(bench)[0]?.tries).toEqual([
      { sentAt: '2026-11-20T12:00:01.500Z', at: '2026-11-20T12:00:01.500Z', outcome: 204 },
    ]);
    expect((await bench.control('POST', '/deliveries/releases')).body).toEqual({ released: 0 });
    expect(await counts(bench)).toMatchObject({ events: 2, held: 1, silent: 1, accepted: 1 });
    expect((await bench.control('GET', `${company}/changed`)).body).toEqual(
      ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:01.500Z'].map((at) => ({ kind: 'contact', id, at })),
    );
  });

  test('When events are reordered, then later ones overtake earlier ones, the same ones for the same seed', async () => {
    const order = async (seed: number): Promise<string[]> => {
      await using bench = await startBench();
      await using consumer = await Consumer.open(bench);
      await subscribe(bench, ['contact_added']);
      bench.simulators.simulation.change({ acculynx: { deliveries: { seed, concurrency: 1 } } });
      await disturb(bench, { reordered: 0.5, spreadMs: 1_000 });
      const created: string[] = [];
      for (let event = 0; event < 12; event += 1) created.push(((await create(bench)).body as Contact).id);
      for (let step = 0; step < 1_000; step += 10) {
        bench.clock.advance(10);
        await until(() => consumer.arrived.length + bench.clock.waiting === 12, 'what is due');
      }
      return consumer.arrived.map(({ body }) =>
        String(created.indexOf(String(body.event['contact']?.['id']))),
      );
    };
    const first = await order(3);
    expect(first).not.toEqual(first.toSorted((a, b) => Number(a) - Number(b)));
    expect(await order(3)).toEqual(first);
    expect(await order(4)).not.toEqual(first);
  });

  test('When one control call asks for it, then the events of its change alone are disturbed', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, ['contact_added']);
    await create(bench, '?disturbances={"lost":1}');
    const { id } = (await create(bench)).body as Contact;
    await until(() => consumer.arrived.length === 1, 'the second event');
    expect(consumer.arrived[0]?.body.event['contact']).toMatchObject({ id });
    expect((await create(bench, '?disturbances={"lots":1}')).status).toBe(400);
  });

  test('When an event is early, then reads show the state before for a while, and writes build on the newest', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, ['contact_added', 'contact_changed', 'job_created', 'job_updated']);
    await disturb(bench, { early: 1, earlyMs: 1_000 });
    const { id } = (await create(bench)).body as Contact;
    const listed = (await bench.control('GET', `${company}/contacts/ids`)).body as string[];
    await bench.control('PATCH', `${company}/contacts/${listed[0] ?? ''}`, { firstName: 'Ngozi' });
    await bench.control('PATCH', `${company}/contacts/${listed[0] ?? ''}`, { lastName: 'Okafor' });
    const job = (await bench.control('POST', `${company}/jobs/new`, {})).body as { id: string };
    await bench.control('PATCH', `${company}/jobs/${job.id}`, { priority: 'Urgent' });
    await until(() => consumer.arrived.length === 5, 'five early events');
    const status = async (path: string) => (await bench.acculynx(path)).status;
    expect([await status(`/contacts/${id}`), await status(`/jobs/${job.id}`), listed.length]).toEqual([
      404, 404, 120,
    ]);
    expect((await bench.acculynx(`/contacts/${listed[0] ?? ''}`)).body).not.toMatchObject({
      firstName: 'Ngozi',
    });
    bench.clock.advance(1_000);
    expect((await bench.acculynx(`/jobs/${job.id}`)).body).toMatchObject({ priority: 'Urgent' });
    expect((await bench.control('GET', `${company}/contacts/ids`)).body).toEqual([...listed, id]);
    expect((await bench.acculynx(`/contacts/${listed[0] ?? ''}`)).body).toMatchObject({
      firstName: 'Ngozi',
      lastName: 'Okafor',
    });
  });
});
