import { describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { decodeValue, type OutgoingEvent } from './event.ts';
import { saveStepPublisher } from './save-step-publisher.ts';
import { topics } from './topics.ts';

const operation = { companyId: 'acme', operationId: '0192f7a0-0000-4000-8000-000000000001' };
const step = { step: 'lead-sources', state: 'complete', text: '3 lead sources' } as const;

/** A publisher whose Kafka does this with each event, and what it logs. */
function aPublisher(publish: (events: readonly OutgoingEvent[]) => Promise<void>) {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', level: 'warn' }, { write: (line) => void lines.push(line) });
  return { publishStep: saveStepPublisher({ producer: { publish }, logger }), lines };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('Publishing the steps of a save', () => {
  test('When a step is published, then it carries its operation, under the key of the company', () => {
    const sent: OutgoingEvent[] = [];
    const { publishStep } = aPublisher((events) => (sent.push(...events), Promise.resolve()));
    publishStep(operation, step);
    publishStep({ ...operation, operationId: null }, step);
    publishStep({ companyId: 'acme', operationId: undefined }, step);
    expect(sent.map(({ key, value }) => [key, decodeValue(topics.saveStep, value)])).toEqual([
      ['acme', expect.objectContaining({ ...operation, ...step })],
    ]);
  });

  test('When Kafka accepts nothing, then the save does not fail, and the log says so', async () => {
    const { publishStep, lines } = aPublisher(() => Promise.reject(new Error('Kafka is unavailable')));
    publishStep(operation, step);
    await nextTurn();
    expect(lines.join()).toMatch(/Kafka is unavailable.*Failed to publish a step/);
  });

  test('When Kafka is slow, then no more than some events wait for it', async () => {
    const slow = Promise.withResolvers<undefined>();
    let waiting = 0;
    const { publishStep, lines } = aPublisher(() => ((waiting += 1), slow.promise));
    for (let at = 0; at < 600; at += 1) publishStep(operation, step);
    expect([waiting, lines.length]).toEqual([500, 100]);
    slow.resolve(undefined);
    await nextTurn();
    publishStep(operation, step);
    expect([waiting, lines.length]).toEqual([501, 100]);
  });
});
