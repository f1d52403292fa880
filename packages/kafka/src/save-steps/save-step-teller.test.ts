import { describe, expect, test } from '@jest/globals';
import { decodeValue, topics, type OutgoingEvent } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import { saveStepTeller } from './save-step-teller.ts';

const operation = { companyId: 'acme', operationId: '0192f7a0-0000-4000-8000-000000000001' };
const step = { step: 'lead-sources', state: 'complete', text: '3 lead sources' } as const;

/** A teller over a Kafka that does with each event what is given. */
function aTeller(publish: (events: readonly OutgoingEvent[]) => Promise<void>) {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', level: 'warn' }, { write: (line) => void lines.push(line) });
  return { tell: saveStepTeller({ producer: { publish }, logger }), lines };
}

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('Telling the steps of a save', () => {
  test('A step goes out with its operation, under the key of the company', () => {
    const sent: OutgoingEvent[] = [];
    const { tell } = aTeller((events) => (sent.push(...events), Promise.resolve()));
    tell(operation, step);
    tell({ ...operation, operationId: null }, step);
    tell({ companyId: 'acme', operationId: undefined }, step);
    expect(sent.map(({ key, value }) => [key, decodeValue(topics.saveStep, value)])).toEqual([
      ['acme', expect.objectContaining({ ...operation, ...step })],
    ]);
  });

  test('When Kafka takes nothing, then the save is not told of it, and the log is', async () => {
    const { tell, lines } = aTeller(() => Promise.reject(new Error('Kafka is away')));
    tell(operation, step);
    await aTurn();
    expect(lines.join()).toMatch(/Kafka is away.*could not be told/);
  });

  test('When Kafka is slow, then no more than some events wait for it', async () => {
    const slow = Promise.withResolvers<undefined>();
    let waiting = 0;
    const { tell, lines } = aTeller(() => ((waiting += 1), slow.promise));
    for (let at = 0; at < 600; at += 1) tell(operation, step);
    expect([waiting, lines.length]).toEqual([500, 100]);
    slow.resolve(undefined);
    await aTurn();
    tell(operation, step);
    expect([waiting, lines.length]).toEqual([501, 100]);
  });
});
