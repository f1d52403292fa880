import { expect, test } from '@jest/globals';
import { objectTypes, type ObjectType } from '@ridgeline/contracts';
import { readDelivery } from './delivery.ts';

const recordId = '0b54c0aa-91d2-ef11-8f6e-000d3a5b7c01';
const sent = {
  topicName: 'contact_changed',
  eventDateTime: '2026-02-19T21:40:10.1234567Z',
  eventId: 'b7b6c3f0-4b55-4b7d-8f7c-64f1d0c2c111',
  subscriptionId: '1c6c7b4e-3f8a-4a0f-9a51-6d5f0a9b7e22',
  event: { contact: { id: recordId, _link: 'https://api.acculynx.com/api/v2/contacts/1' } },
};
const read = (body: unknown) => readDelivery(JSON.stringify(body));

test('When an event names its record, then what must be looked for is read, and nothing else', () => {
  expect(read(sent)).toEqual({
    result: 'delivery',
    subscriptionId: sent.subscriptionId,
    delivery: {
      eventId: sent.eventId,
      topic: 'contact_changed',
      kind: 'contact',
      recordId,
      eventAt: new Date('2026-02-19T21:40:10.123Z'),
    },
  });
});

test.each(['job', 'Job', 'JOB'])('When AccuLynx spells the field %s, then the job is found', (field) => {
  const topicName = 'job.contacts.primary_changed';
  expect(read({ ...sent, topicName, event: { [field]: { id: recordId } } })).toMatchObject({
    delivery: { kind: 'job', recordId },
  });
});

const topics = Object.values<ObjectType>(objectTypes).flatMap(({ name, sync }) =>
  sync
    ? [...sync.topics, ...Object.values(sync.detailTopics).flat()].map((topic) => ({
        topic,
        kind: name,
        field: sync.eventField,
      }))
    : [],
);

test.each(topics)('When the topic is $topic, then its record is a $kind', ({ topic, kind, field }) => {
  expect(read({ ...sent, topicName: topic, event: { [field]: { id: recordId } } })).toMatchObject({
    delivery: { topic, kind, recordId },
  });
});

test.each([
  ['null', 'null'],
  ['no JSON', '{"topicName": '],
  ['nothing', ''],
  ['bytes', Buffer.from([0xff, 0xfe, 0x00]).toString()],
  ['no event', JSON.stringify({ ...sent, event: undefined })],
  ['an event id that is none', JSON.stringify({ ...sent, eventId: 'first' })],
  ['a record without id', JSON.stringify({ ...sent, event: { contact: {} } })],
  ['an id with other characters', JSON.stringify({ ...sent, event: { contact: { id: "1'; drop\u0000" } } })],
  ['a record of another kind', JSON.stringify({ ...sent, event: { job: { id: recordId } } })],
])('When the body is %s, then it is unreadable', (_what, body) => {
  expect(readDelivery(body)).toEqual({ result: 'unreadable' });
});

test('When the topic is another one, then that is the result', () => {
  expect(read({ ...sent, topicName: 'contact.custom-field.status_changed', event: {} })).toEqual({
    result: 'unknown_topic',
  });
});

test.each([
  undefined,
  'yesterday',
  '0001-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '+275760-01-01T00:00:00Z',
])('When the time is %s, then the event has none', (eventDateTime) => {
  expect(read({ ...sent, eventDateTime })).toMatchObject({ delivery: { eventAt: null } });
});
