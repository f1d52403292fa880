import { describe, expect, test } from '@jest/globals';
import { suites, type Tool } from '@ridgeline/testkit/needed-tools';
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
      tool('Helm', ['deployment'], 'helm is not on the PATH: install it'),
      tool('Prometheus', ['deployment', 'fault'], 'this is not Debian: install Prometheus'),
      tool('Kafka', ['integration', 'fault']),
    ];
    const lackedBy = gatherTools(tools, (_name, _started, failure) => told.push(failure));
    const lacked = await Promise.all(suites.map(async (suite) => [suite, await lackedBy(suite)] as const));
    expect(fetched).toEqual(['Helm', 'Prometheus', 'Kafka']);
    expect(told).toEqual([expect.stringContaining('install it'), expect.stringContaining('Debian'), null]);
    expect(lacked.filter(([, names]) => names.length > 0)).toEqual([
      ['fault', ['Prometheus']],
      ['deployment', ['Helm', 'Prometheus']],
    ]);
  });

  test('A suite does not wait for the tools of others', async () => {
    const never = new Promise<never>(() => undefined);
    const tools: Tool[] = [
      { name: 'Kafka', neededBy: ['integration'], get: () => Promise.resolve() },
      { name: 'Helm', neededBy: ['deployment'], get: () => never },
    ];
    const lackedBy = gatherTools(tools, () => undefined);
    expect(await lackedBy('unit')).toEqual([]);
    expect(await lackedBy('integration')).toEqual([]);
  });
});
