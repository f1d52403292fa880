import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from '@jest/globals';
import { topics } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { handleUpdates } from './live-consumer.ts';

async function handled(sequence: bigint, migrationJson: string) {
  const published: unknown[] = [];
  const { name, schema } = topics.migrationUpdate;
  const verdict = await handleUpdates({ publish: (...update) => published.push(update) })({
    topic: name,
    key: 'co_a',
    value: create(schema, { sequence, migrationJson }),
    envelope: { id: newId(), type: schema.typeName, time: new Date().toISOString(), companyId: 'co_a' },
  });
  return { verdict, published };
}

describe('Updates from Kafka', () => {
  test('An update of a migration is handed on as it came', async () => {
    expect(await handled(3n, '{"id":7,"more":1}')).toEqual({
      verdict: { verdict: 'done' },
      published: [['co_a', 3, '{"id":7,"more":1}']],
    });
  });

  test.each([
    [0n, '{"id":7}'],
    [2n ** 60n, '{"id":7}'],
    [3n, 'x\n\nevent: signed-out'],
    [3n, '[]'],
    [3n, '{"id":"7"}'],
  ])('An invalid update is shown to no one: %s %j', async (sequence, json) => {
    const { verdict, published } = await handled(sequence, json);
    expect(verdict).toMatchObject({ verdict: 'dead', kind: 'value' });
    expect(published).toEqual([]);
  });
});
