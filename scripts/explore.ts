/**
 * `npm run explore -- --minutes N`: repeats the property tests of the unit suite, each time with a new seed, until the
 * minutes are over or one fails. Ends with one JSON line; `PROPERTY_SEED=<seed>` before a test command repeats a draw.
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { suiteCommand } from './checking/checks.ts';
import { runCommand } from './checking/run-check.ts';
import { runMain } from './run-main.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });

/** The unit tests that generate their cases. */
function propertyTests(): string[] {
  const told = execFileSync('git', ['grep', '-l', '@ridgeline/testkit/property', '--', '*.test.ts']);
  return told
    .toString()
    .trim()
    .split('\n')
    .filter((file) => !file.includes('.integration.'));
}

async function explore(minutes: number): Promise<boolean> {
  const until = Date.now() + minutes * 60_000;
  const command = [...suiteCommand('unit'), '--testPathPatterns', propertyTests().join('|')] as const;
  for (let rounds = 1; ; rounds += 1) {
    const seed = randomInt(2 ** 31);
    process.env['PROPERTY_SEED'] = String(seed);
    const { ok, output } = await runCommand([command[0], ...command.slice(1)]);
    if (!ok) process.stdout.write(output);
    if (ok && Date.now() < until) continue;
    process.stdout.write(`${JSON.stringify({ name: 'explore', ok, detail: { rounds, lastSeed: seed } })}\n`);
    return ok;
  }
}

await runMain(async () => {
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('--minutes must be a number above zero');
  if (!(await explore(minutes))) process.exitCode = 1;
});
