import process from 'node:process';
import { ZodError, z } from 'zod';
import { optionsFrom } from './config.ts';
import { startSimulators } from './simulators.ts';

/**
 * Runs all simulators as one process. When they listen it prints one line of JSON, `{"ready":true,"addresses":{…}}`; it ends
 * on SIGTERM and SIGINT, and when standard input closes if SIM_EXIT_WITH_PARENT is 1.
 */
async function main(): Promise<void> {
  const { options, exitWithParent } = optionsFrom(process.env);
  const simulators = await startSimulators(options);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void simulators.stop().finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (exitWithParent) {
    process.stdin.resume();
    process.stdin.once('close', stop);
    process.stdin.once('end', stop);
  }
  process.stdout.write(
    `${JSON.stringify({ ready: true, addresses: simulators.addresses, pid: process.pid })}\n`,
  );
}

try {
  await main();
} catch (error) {
  const text = error instanceof ZodError ? z.prettifyError(error) : String(error);
  process.stderr.write(`The simulators could not start: ${text}\n`);
  process.exitCode = 1;
}
