import { ApiError } from '@ridgeline/contracts';
import { decodeValue, outgoingEvent, topics } from '@ridgeline/events';
import { describe, expect, test } from '@jest/globals';
import type { TakeAnswer } from './run-slots.ts';
import { startRunHandler } from './start-run-consumer.ts';

const envelope = { id: 'e-1', time: '2026-11-21T08:00:00.000Z', companyId: 'acme' };
const command = outgoingEvent(topics.migrationCommand, {
  key: '7',
  value: { migrationId: 7, companyId: 'acme', attempt: 2 },
  envelope,
});

async function handledBy(claim: () => Promise<TakeAnswer>) {
  const asked: [number, number][] = [];
  const handler = startRunHandler({
    claim: ({ runId, attempt }) => {
      asked.push([runId, attempt]);
      return claim();
    },
  });
  const value = decodeValue(topics.migrationCommand, command.value);
  const verdict = await handler({
    topic: command.topic,
    key: command.key,
    value,
    envelope: command.envelope,
  });
  return { verdict, asked };
}

describe('A start command is taken', () => {
  test('When the claim was answered, granted or not, then the command is done with', async () => {
    for (const answer of ['taken', 'refused'] as const)
      expect(await handledBy(() => Promise.resolve(answer))).toEqual({
        verdict: { verdict: 'done' },
        asked: [[7, 2]],
      });
  });

  test('When no slot is free, or the orchestrator is not reachable, then it comes again', async () => {
    for (const claim of [
      (): Promise<TakeAnswer> => Promise.resolve('full'),
      (): Promise<TakeAnswer> => Promise.reject(new Error('unreachable')),
      (): Promise<TakeAnswer> => Promise.reject(new ApiError(503, 'unavailable', null)),
    ])
      expect((await handledBy(claim)).verdict).toMatchObject({ verdict: 'retry', afterMs: 1_000 });
  });

  test('When the orchestrator does not understand the claim, then that is a fault to be looked at', async () => {
    await expect(handledBy(() => Promise.reject(new ApiError(400, 'invalid', null)))).rejects.toThrow(
      'invalid',
    );
  });
});
