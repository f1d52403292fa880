import { expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { renderText } from './render.ts';

const scaledObject = z.looseObject({
  kind: z.literal('ScaledObject'),
  spec: z.looseObject({
    minReplicaCount: z.number(),
    maxReplicaCount: z.number(),
    advanced: z.object({
      horizontalPodAutoscalerConfig: z.object({
        behavior: z.object({
          scaleDown: z.object({
            stabilizationWindowSeconds: z.number(),
            policies: z.array(z.object({ value: z.number(), periodSeconds: z.number() })),
          }),
        }),
      }),
    }),
    triggers: z.tuple([
      z.looseObject({
        metadata: z.looseObject({ lagThreshold: z.string(), allowIdleConsumers: z.string() }),
      }),
    ]),
  }),
});

async function workersScaled() {
  const documents = parseAllDocuments(await renderText('monitored'));
  const [found] = [...documents].flatMap((document) => scaledObject.safeParse(document.toJS()).data ?? []);
  if (!found) throw new Error('Nothing scales the workers');
  return found.spec;
}

test('One start that waits beyond one for each worker brings a further worker, whichever workers hold the partitions', async () => {
  const { minReplicaCount, maxReplicaCount, triggers } = await workersScaled();
  const [{ metadata }] = triggers;
  // An autoscaler divides the total lag by the threshold; KEDA limits the result to the number of partitions unless
  // consumers may idle.
  const workersFor = (waiting: number): number => Math.ceil(waiting / Number(metadata.lagThreshold));
  expect(workersFor(minReplicaCount + 1)).toBe(minReplicaCount + 1);
  expect(maxReplicaCount).toBeGreaterThan(minReplicaCount);
  expect(metadata.allowIdleConsumers).toBe('true');
});

test('When nothing waits any more, then workers that may be busy go late and one by one', async () => {
  const { scaleDown } = (await workersScaled()).advanced.horizontalPodAutoscalerConfig.behavior;
  expect(scaleDown.stabilizationWindowSeconds).toBeGreaterThanOrEqual(1_800);
  expect(scaleDown.policies).toEqual([expect.objectContaining({ value: 1, periodSeconds: 600 })]);
});
