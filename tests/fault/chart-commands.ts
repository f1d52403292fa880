import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Product } from '@ridgeline/devstack';
import { inCheckout } from '../chart/image-files.ts';
import { operatorLines } from '../chart/kubectl-lines.ts';
import type { GuardedStores } from '../support/guarded-stores.ts';
import { securedContainers, variablesOf, type ChartContainer } from '../support/secured-pods.ts';

const run = promisify(execFile);

/** The commands of the chart's hook job, and of its init containers that wait. */
const chartCommands = (): readonly ChartContainer[] =>
  securedContainers().filter(({ owner, init }) => init || owner.startsWith('Job/'));

function operatorCommands(): readonly ChartContainer[] {
  return operatorLines().flatMap(({ parts }) => {
    const owner = parts.find((word) => word.startsWith('deployment/'))?.replace('deployment', 'Deployment');
    const [, ...args] = parts.slice(parts.indexOf('--') + 1);
    return securedContainers()
      .filter((each) => each.owner === owner && !each.init)
      .map(({ container, ...where }) => ({ ...where, container: { ...container, args } }));
  });
}

/** Node's arguments, with the image's paths replaced by this checkout's. */
const argumentsOf = ({ args = [], image }: ChartContainer['container']): string[] =>
  args.map((word) => inCheckout(word, image));

/**
 * Runs all of them with the variables that the chart sets and with the Secret's values as files. Returns the output of
 * those that failed.
 */
export async function chartCommandFailures(
  { servers }: Product,
  { folder }: GuardedStores,
  secrets: Readonly<Record<string, string>>,
): Promise<string[]> {
  for (const [name, value] of Object.entries(secrets))
    await writeFile(join(folder, 'secrets', name.toLowerCase().replaceAll('_', '-')), value);
  const brokers = servers.kafka.brokers.join(',');
  const all = [...chartCommands(), ...operatorCommands()];
  if (all.length !== 9 + 3) return [`there are ${all.length} commands`];
  const failures = await Promise.all(
    all.map(async ({ owner, container }) => {
      const told = variablesOf(container, folder);
      const env = { ...told, ...(told['KAFKA_BROKERS'] !== undefined && { KAFKA_BROKERS: brokers }) };
      return run(process.execPath, argumentsOf(container), { env, timeout: 60_000 }).then(
        () => null,
        (error: unknown) => {
          const { stdout, stderr } = error as { stdout: string; stderr: string };
          return `${owner} ${container.name}: ${stdout}${stderr}`;
        },
      );
    }),
  );
  return failures.filter((failure) => failure !== null);
}
