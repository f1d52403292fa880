import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Product } from '@ridgeline/devstack';
import type { GuardedStores } from '../support/guarded-stores.ts';
import { securedContainers, variablesOf, type ChartContainer } from '../support/secured-pods.ts';

const run = promisify(execFile);

/** What the chart's hook job runs, and what its init containers wait by. */
const commands = (): readonly ChartContainer[] =>
  securedContainers().filter(({ owner, init }) => init || owner.startsWith('Job/'));

/** Paths in the image as those of this checkout. */
function argumentsOf({ args = [], image }: ChartContainer['container']): string[] {
  const [service = ''] = image.replace(/^.*\//, '').split(':');
  return args.map((word) => word.replace('/app/service', join('services', service)).replace('/app/', './'));
}

/**
 * Runs them with the variables that the chart gives them and with the Secret's addresses as files. Answers what each said
 * that could not do its work.
 */
export async function chartCommandFailures(
  { servers }: Product,
  { folder }: GuardedStores,
  addresses: Readonly<Record<string, string>>,
): Promise<string[]> {
  for (const [name, address] of Object.entries(addresses))
    await writeFile(join(folder, 'secrets', name.toLowerCase().replaceAll('_', '-')), address);
  const brokers = servers.kafka.brokers.join(',');
  const all = commands();
  if (all.length !== 9) return [`there are ${all.length} commands`];
  const failures = await Promise.all(
    all.map(async ({ owner, container }) => {
      const told = variablesOf(container, folder);
      const env = { ...told, ...(told['KAFKA_BROKERS'] !== undefined && { KAFKA_BROKERS: brokers }) };
      return run(process.execPath, argumentsOf(container), { env, timeout: 60_000 }).then(
        () => null,
        (error: unknown) => `${owner} ${container.name}: ${(error as { stdout: string }).stdout}`,
      );
    }),
  );
  return failures.filter((failure) => failure !== null);
}
