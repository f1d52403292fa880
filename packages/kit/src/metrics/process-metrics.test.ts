import { expect, jest, test } from '@jest/globals';
import { totalmem } from 'node:os';
import { Registry } from 'prom-client';
import { measureProcess } from './process-metrics.ts';

/** The limits file of a process that may use this much memory. */
async function limits(constrained: number): Promise<readonly string[]> {
  jest.spyOn(process, 'constrainedMemory').mockReturnValue(constrained);
  const registry = new Registry();
  measureProcess(registry);
  const text = await registry.getSingleMetricAsString('ridgeline_memory_limit_bytes');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('A process tells the limit of its container and of its heap', async () => {
  const told = await limits(512 * 1024 * 1024);
  expect(told).toContain('ridgeline_memory_limit_bytes{of="container"} 536870912');
  expect(told.join('\n')).toMatch(/\{of="heap"\} [1-9]\d{7,}$/m);
});

test.each([0, totalmem() * 2, 2 ** 64])(
  'Without a limit (%d) it tells none of a container',
  async (constrained) => {
    expect((await limits(constrained)).join('\n')).not.toContain('container');
  },
);
