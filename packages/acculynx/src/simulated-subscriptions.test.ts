import { describe, expect, test } from '@jest/globals';
import { acculynxAnswering, json } from './testing/acculynx-answering.ts';
import { company, simulatedAcculynx, type SimulatedAcculynx } from './testing/simulated-acculynx.ts';

const wanted = {
  consumerUrl: 'https://hooks.example.com/al/6f2c',
  techContact: 'ops@example.com',
  topicNames: ['contact_added', 'job_created'],
};

const create = async ({ client }: SimulatedAcculynx, change: Partial<typeof wanted> = {}) => {
  const outcome = await client.createSubscription({ ...wanted, ...change });
  return outcome.outcome === 'ok' ? outcome.value.subscriptionId : '';
};
const held = ({ simulation }: SimulatedAcculynx) => simulation.company(company)?.subscriptions.list();

describe('Simulated webhooks are managed', () => {
  for (const quirks of [
    {},
    {
      subscriptionStatus: 'enabled',
      techContactKey: 'techContact',
      subscriptionsPastEnd: 'empty',
      subscriptionPut: '204',
    },
    { techContactKey: 'technicalContact' },
  ] as const)
    test(`When AccuLynx answers by ${JSON.stringify(quirks)}, then one is created, read, changed and deleted`, async () => {
      await using acculynx = await simulatedAcculynx();
      const { client, simulation } = acculynx;
      simulation.change({ acculynx: { quirks } });
      expect(await client.subscriptions()).toEqual({ outcome: 'ok', value: [] });
      const id = await create(acculynx);
      const subscription = { ...wanted, id, enabled: true };
      expect(await client.subscription(id)).toEqual({ outcome: 'ok', value: subscription });
      expect(await client.subscriptions()).toEqual({ outcome: 'ok', value: [subscription] });

      const change = { techContact: 'new@example.com', topicNames: ['job_updated'] };
      expect(await client.updateSubscription(id, change)).toEqual({ outcome: 'ok', value: 'updated' });
      simulation.company(company)?.subscriptions.change(id, { enabled: false }, Date.now());
      expect(await client.subscription(id)).toEqual({
        outcome: 'ok',
        value: { ...subscription, ...change, enabled: false },
      });

      const sent = await client.sendTestEvent(id, 'job.invoice_voided');
      expect(sent).toEqual({ outcome: 'ok', value: 'accepted' });
      expect(held(acculynx)).toMatchObject([{ testEvents: ['job.invoice_voided'] }]);

      expect(await client.deleteSubscription(id)).toEqual({ outcome: 'ok', value: 'deleted' });
      expect(await client.deleteSubscription(id)).toEqual({ outcome: 'ok', value: 'gone' });
      expect(await client.updateSubscription(id, change)).toEqual({ outcome: 'ok', value: 'gone' });
      expect(await client.subscription(id)).toEqual({ outcome: 'ok', value: null });
    });

  test('When there are more subscriptions than a page holds, then all are returned', async () => {
    await using acculynx = await simulatedAcculynx();
    for (let index = 0; index < 60; index += 1) await create(acculynx);
    const all = await acculynx.client.subscriptions();
    expect(all.outcome === 'ok' && all.value.map(({ id }) => id)).toEqual(
      held(acculynx)?.map(({ id }) => id),
    );
  });

  test('When address or topic is refused, then AccuLynx’ status and message are returned and nothing is subscribed', async () => {
    await using acculynx = await simulatedAcculynx();
    for (const change of [{ consumerUrl: 'http://10.0.0.1' }, { topicNames: ['none'] }])
      expect(await acculynx.client.createSubscription({ ...wanted, ...change })).toMatchObject({
        outcome: 'rejected',
        problem: { status: 412, message: expect.stringMatching(/consumerUrl|'none'/) },
      });
    expect(held(acculynx)).toEqual([]);
  });

  test('When a state is not known, then the answer is rejected rather than treated as enabled', async () => {
    for (const status of ['paused', null, undefined]) {
      await using acculynx = await acculynxAnswering(json(200, { ...wanted, id: 's-1', status }));
      expect(await acculynx.client.subscription('s-1')).toMatchObject({
        outcome: 'rejected',
        problem: { category: 'UNEXPECTED_SHAPE' },
      });
    }
  });

  test('When the answer to a creation is lost, then the subscription is found by its address', async () => {
    await using acculynx = await simulatedAcculynx();
    const fault = acculynx.simulation.faults.add({ vendor: 'acculynx', effect: { kind: 'cut' } });
    expect(await acculynx.client.createSubscription(wanted)).toMatchObject({
      outcome: 'unavailable',
      reason: 'network',
    });
    acculynx.simulation.faults.remove(fault);
    expect(await acculynx.client.subscriptions()).toMatchObject({
      value: [{ consumerUrl: wanted.consumerUrl, enabled: true }],
    });
  });
});
