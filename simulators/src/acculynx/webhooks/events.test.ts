import { describe, expect, test } from '@jest/globals';
import type { Contact } from '../../seed/contacts.ts';
import type { Job } from '../../seed/job.ts';
import { startBench, type Bench } from '../../testing/bench.ts';
import { Consumer, subscribe, until, type Arrived } from '../../testing/consumer.ts';
import { TOPICS } from '../account/topics.ts';
import { eventMoment } from './event-body.ts';

const all = TOPICS.map(({ topicName }) => topicName);
const company = '/acculynx/ridge';
const contactsOf = async (bench: Bench) =>
  (await bench.control('GET', `${company}/contacts`)).body as Contact[];
const jobOf = async (bench: Bench, fits: (job: Job) => boolean): Promise<Job> => {
  const found = ((await bench.control('GET', `${company}/jobs`)).body as Job[]).find(fits);
  if (found === undefined) throw new Error('There is no such job');
  return found;
};
const assigned = (job: Job) => job.assigned && job.contacts.length > 0;

/** The events that a change causes, once as many as expected have arrived. */
async function eventsOf(
  consumer: Consumer,
  count: number,
  change: () => Promise<unknown>,
): Promise<Arrived['body'][]> {
  const before = consumer.arrived.length;
  await change();
  await until(() => consumer.arrived.length >= before + count, `${count} events`);
  return consumer.arrived.slice(before).map(({ body }) => body);
}

describe('Events of AccuLynx', () => {
  test('When a contact changes, then its event names it and when it changed, and nothing else', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    const subscriptionId = await subscribe(bench, ['contact_changed']);
    const [contact] = await contactsOf(bench);
    const id = contact?.id ?? '';
    const [event] = await eventsOf(consumer, 1, () =>
      bench.control('PATCH', `${company}/contacts/${id}`, { firstName: 'Ngozi' }),
    );
    expect(event).toEqual({
      topicName: 'contact_changed',
      eventDateTime: expect.stringMatching(/^2026-11-20T12:00:00\.000\d{1,4}Z$/),
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      subscriptionId,
      event: {
        contact: { id, date: event?.eventDateTime, _link: `https://api.acculynx.com/api/v2/contacts/${id}` },
      },
    });
    expect(consumer.arrived[0]).toMatchObject({
      path: '/al/6f2c?token=1',
      contentType: 'application/json; charset=utf-8',
    });
  });

  test('When a job changes, then the whole job is sent, and the changed part in a topic of its own', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, all);
    const { id, contacts } = await jobOf(bench, (job) => assigned(job) && job.currentMilestone === 'Lead');
    const events = await eventsOf(consumer, 2, () =>
      bench.control('PATCH', `${company}/jobs/${id}`, { currentMilestone: 'Approved' }),
    );
    const bodies = Object.fromEntries(events.map(({ topicName, event }) => [topicName, event]));
    expect(bodies['job_updated']).toMatchObject({
      job: {
        id,
        currentMilestone: 'Approved',
        modifiedDate: '2026-11-20T12:00:00Z',
        contacts: [{ contact: { id: contacts[0]?.contactId } }],
      },
    });
    expect(bodies['job.milestone.current_changed']).toMatchObject({
      job: { id, milestone: { id: expect.any(String), name: 'Approved', isCurrent: true } },
    });
    expect(consumer.topics).toHaveLength(2);
  });

  test('When the primary contact of a job changes, then that event spells its job with a capital letter', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, ['job.contacts.primary_changed']);
    const { id } = await jobOf(bench, assigned);
    const other = (await contactsOf(bench)).at(-1)?.id ?? '';
    const [event] = await eventsOf(consumer, 1, () =>
      bench.control('PATCH', `${company}/jobs/${id}`, { primaryContactId: other }),
    );
    expect(event?.event).toMatchObject({
      Job: { id, contacts: [{ isPrimary: true, contact: { id: other } }, { isPrimary: false }] },
    });
    expect(Object.keys(event?.event ?? {})).toEqual(['Job']);
    expect((await bench.acculynx(`/jobs/${id}/contacts`)).body).toMatchObject({
      items: [{ isPrimary: true, contact: { id: other } }, { isPrimary: false }],
    });
  });

  test('When records are written through the API, then they have events as well', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, all);
    const body = {
      contactTypeIds: ['6a0b5a52-5f2f-4d06-a6a6-5f5d3b1d0c10'],
      firstName: 'Ngozi',
      lastName: 'Okafor',
      emailAddresses: [{ address: 'ngozi@example.com', type: 'Personal', primary: true }],
      phoneNumbers: [{ number: '5125550143', type: 'Mobile', primary: true }],
    };
    const created = await bench.acculynx('/contacts', { method: 'POST', body });
    const { id } = created.body as { id: string };
    await bench.acculynx(`/contacts/${id}`, { method: 'PUT', body: { ...body, lastName: 'Obi' } });
    await bench.acculynx(`/contacts/${id}/email-addresses`, {
      method: 'POST',
      body: { address: 'other@example.com', type: 'Work' },
    });
    const job = await bench.acculynx('/jobs', { method: 'POST', body: { contact: { id } } });
    const jobId = (job.body as { id: string }).id;
    await bench.acculynx(`/jobs/${jobId}/priority`, { method: 'PUT', body: { priority: 'High' } });
    const users = (await bench.acculynx('/users')).body as { items: { id: string }[] };
    await bench.acculynx(`/jobs/${jobId}/representatives/company`, {
      method: 'POST',
      body: { id: users.items.at(-1)?.id },
    });
    await until(() => consumer.arrived.length >= 7, 'the events of all writes');
    expect(consumer.topics.toSorted()).toEqual([
      'contact_added',
      'contact_changed',
      'contact_changed',
      'job.representatives.company_assigned',
      'job_created',
      'job_updated',
      'job_updated',
    ]);
  });

  test('When records are deleted, or their subscription has other topics or is disabled, then nothing is sent', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    const id = await subscribe(bench, ['contact_added']);
    const [first, second] = await contactsOf(bench);
    await bench.control('POST', `${company}/contacts/delete`, { ids: [first?.id] });
    await bench.control('PATCH', `${company}/contacts/${second?.id ?? ''}`, { firstName: 'Ngozi' });
    await bench.control('PATCH', `${company}/subscriptions/${id}`, { enabled: false });
    await bench.control('POST', `${company}/contacts/new`, {});
    expect((await bench.control('GET', '/deliveries')).body).toEqual({});
    await bench.control('PATCH', `${company}/subscriptions/${id}`, { enabled: true });
    await eventsOf(consumer, 1, () => bench.control('POST', `${company}/contacts/new`, {}));
    expect(consumer.topics).toEqual(['contact_added']);
  });

  test('When a test event is asked for, then one with placeholder ids comes, whatever is subscribed', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    const id = await subscribe(bench, ['contact_added']);
    for (const topicName of all)
      await bench.webhooks('POST', `/subscriptions/${id}/test-event`, { topicName });
    await until(() => consumer.arrived.length >= 22, 'a test event of each topic');
    expect(consumer.topics.toSorted()).toEqual(all.toSorted());
    const ids = consumer.arrived.flatMap(({ body }) =>
      Object.values(body.event).map((record) => record['id']),
    );
    expect(new Set(ids)).toEqual(new Set(['00000000-0000-0000-0000-000000000000']));
  });

  test('When the switch says so, then a changed contact updates the jobs whose primary contact it is', async () => {
    await using bench = await startBench();
    await using consumer = await Consumer.open(bench);
    await subscribe(bench, ['job_updated']);
    const { id, contacts } = await jobOf(bench, assigned);
    const change = () =>
      bench.control('PATCH', `${company}/contacts/${contacts[0]?.contactId ?? ''}`, { lastName: 'Obi' });
    await change();
    expect((await bench.control('GET', '/deliveries')).body).toEqual({});
    await bench.control('PUT', '/settings', { acculynx: { quirks: { contactUpdatesJobs: true } } });
    const events = await eventsOf(consumer, 1, change);
    expect(events.map(({ event }) => event['job']?.['id'])).toContain(id);
  });

  test('Moments have up to seven fractional digits, without zeros at their end', () => {
    const now = Date.UTC(2026, 10, 20, 12, 0, 0, 120);
    expect([eventMoment(now, 4_567), eventMoment(now, 4_560), eventMoment(now, 20_000)]).toEqual([
      '2026-11-20T12:00:00.1204567Z',
      '2026-11-20T12:00:00.120456Z',
      '2026-11-20T12:00:00.12Z',
    ]);
  });
});
