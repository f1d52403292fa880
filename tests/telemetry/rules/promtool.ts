import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { prometheusPrograms } from '@ridgeline/devstack';
import { promtoolTests, type RuleCase } from './rule-case.ts';

/** promtool, with its own folder for the files that it reads. */
export interface Promtool extends AsyncDisposable {
  /** The problems that it reports; empty when there are none. */
  saidBy(...words: readonly string[]): Promise<string>;
  /** Writes a file of rules or tests; returns its path. */
  write(name: string, content: unknown): Promise<string>;
  /** Writes the tests of the cases that a file of rules must pass; returns their path. */
  writeTests(rules: string, cases: readonly RuleCase[]): Promise<string>;
}

/** Finds promtool, or downloads it. */
export async function startPromtool(): Promise<Promtool> {
  const { promtool } = await prometheusPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'ridgeline-rules-'));
  // promtool reads YAML, which includes JSON.
  const write = async (name: string, content: unknown): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, JSON.stringify(content));
    return file;
  };
  return {
    saidBy: (...words) =>
      new Promise((resolve) => {
        execFile(promtool, [...words], (error, stdout, stderr) => resolve(error ? `${stdout}${stderr}` : ''));
      }),
    write,
    writeTests: (rules, cases) =>
      write(`${basename(rules)}.test.json`, {
        rule_files: [rules],
        evaluation_interval: '30s',
        tests: cases.flatMap(promtoolTests),
      }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
