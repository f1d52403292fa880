import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { poolSizes as auth } from '../../services/auth/src/config.ts';
import { poolSizes as connection } from '../../services/connection/src/config.ts';
import { poolSizes as orchestrator } from '../../services/migration-orchestrator/src/config.ts';
import { poolSizes as validation } from '../../services/validation/src/config.ts';

const pools = {
  auth: { folder: 'services/auth/src', sizes: auth },
  connection: { folder: 'services/connection/src', sizes: connection },
  validation: { folder: 'services/validation/src', sizes: validation },
  orchestrator: { folder: 'services/migration-orchestrator/src', sizes: orchestrator },
};

const component = z.looseObject({ replicas: z.number(), autoscaling: z.looseObject({ max: z.number() }) });
const { components } = z
  .looseObject({ components: z.record(z.string(), component) })
  .parse(parse(readFileSync('charts/ridgeline/values.yaml', 'utf8')));

/** How many connections a service uses to listen: one for the outbox relay, and one for each listener of its own. */
function listeners(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing\//.test(file))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/startOutboxRelay\(|db\.listen\(/g),
    ]).length;
}

const perProcess = Object.entries(pools).map(([name, { folder, sizes }]) => {
  const pooled = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  return { name, connections: pooled + listeners(folder) };
});

/** The total connections of all services, each with so many processes. */
const sum = (processes: (values: z.infer<typeof component>) => number): number =>
  perProcess.reduce((total, { name, connections }) => {
    const values = components[name];
    return total + connections * (values ? processes(values) : 0);
  }, 0);

test('The documentation counts the connections to Postgres as the code and the chart have them', () => {
  const [, after = ''] = readFileSync('docs/operations.md', 'utf8').split('**Connections to Postgres**');
  const counted = (after.split('\n\n')[0] ?? '').replaceAll('\n', ' ');
  expect(counted).toContain(
    `One process has: ${perProcess.map((each) => `${each.name} ${each.connections}`).join(', ')}.`,
  );
  expect(counted).toContain(`two of each that is ${sum(({ replicas }) => replicas)},`);
  expect(counted).toContain(`scales to ${sum(({ autoscaling }) => autoscaling.max)},`);
  expect(counted).toContain(`one more of each, ${sum(({ autoscaling }) => autoscaling.max + 1)};`);
});
