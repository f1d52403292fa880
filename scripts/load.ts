/**
 * `npm run load -- journey | smoke | spike | soak [--minutes N]`: starts the product with simulators and loads it with k6,
 * on this machine's loopback only. Ends with its verdict as one JSON line; `docs/performance.md` describes the profiles.
 */
import { parseArgs } from 'node:util';
import { profiles, runProfile } from '../load/k6/run/run-profile.ts';
import { runMain } from './run-main.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const maxMinutes = 8 * 60;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '2' } },
});

async function load(name: string, minutes: number): Promise<number> {
  const profile = profiles[name];
  if (!profile || !(minutes > 0 && minutes <= maxMinutes)) {
    print(`npm run load -- ${Object.keys(profiles).join(' | ')} [--minutes 1 to ${maxMinutes}]`);
    return 2;
  }
  const verdict = await runProfile({ name, profile, minutes, log: print });
  print(JSON.stringify(verdict));
  return verdict.ok ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
await runMain(async () => {
  process.exitCode = await load(positionals[0] ?? '', Number(values.minutes));
});
