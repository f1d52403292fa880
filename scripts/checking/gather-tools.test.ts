import { describe, expect, test } from '@jest/globals';
import type { Tool } from '@ridgeline/testkit/needed-tools';
import { gatherTools } from './gather-tools.ts';

describe('The tools that tests need', () => {
  test('When one cannot be had, then only the suites that need it lack it, and the others are still fetched', async () => {
    const fetched: string[] = [];
    const tool = (name: string, neededBy: Tool['neededBy'], failure?: string): Tool => ({
      name,
      neededBy,
      get: () => {
        fetched.push(name);
        return failure === undefined ? Promise.resolve() : Promise.reject(new Error(failure));
      },
    });
    const told: (string | null)[] = [];
    const tools = [
      tool('Helm', ['deployment'], 'neither helm nor go is on the PATH: install one of them'),
      tool('Prometheus', ['deployment', 'fault'], 'this is not Debian: install Prometheus'),
      tool('Kafka', ['integration', 'fault']),
    ];
    const lacking = await gatherTools(tools, (_name, _started, failure) => told.push(failure));
    expect(fetched).toEqual(['Helm', 'Prometheus', 'Kafka']);
    expect(told).toEqual([expect.stringContaining('install one'), expect.stringContaining('Debian'), null]);
    expect([...lacking]).toEqual([
      ['deployment', ['Helm', 'Prometheus']],
      ['fault', ['Prometheus']],
    ]);
  });
});
