import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, prometheusPrograms } from '@ridgeline/devstack';
import { eventually } from '@ridgeline/testkit';
import { z } from 'zod';
import { ruleFiles } from './rule-files.ts';

const answerSchema = z.object({ status: z.literal('success'), data: z.unknown() });
const rangesSchema = z.object({
  result: z.array(
    z.object({
      metric: z.record(z.string(), z.string()),
      values: z.array(z.tuple([z.number(), z.string()])),
    }),
  ),
});
const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          name: z.string(),
          labels: z.object({ severity: z.string() }),
          state: z.string(),
          health: z.string(),
          lastError: z.string().optional(),
        }),
      ),
    }),
  ),
});

/** A rule as Prometheus evaluated it last. */
export type EvaluatedRule = z.infer<typeof rulesSchema>['groups'][number]['rules'][number];

/** One line of a query's result, with one value per second. */
export interface Line {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: readonly number[];
}

/** A running Prometheus. */
export interface Prometheus extends AsyncDisposable {
  /** The lines of the query since then, without values that are not numbers and without lines that have no others. */
  linesSince(start: number, query: string): Promise<readonly Line[]>;
  rules(): Promise<readonly EvaluatedRule[]>;
}

/** How Prometheus is started. */
export interface PrometheusOptions {
  /** Where it keeps its data. */
  readonly dir: string;
  /** The addresses of metrics. */
  readonly targets: readonly string[];
  /** The interval of scrapes and rule evaluations, also the time limit after which a target counts as unreachable. */
  readonly interval: '1s' | '5s';
}

/** Starts Prometheus with the product's rules. */
export async function startPrometheus({ dir, targets, interval }: PrometheusOptions): Promise<Prometheus> {
  const { prometheus } = await prometheusPrograms();
  const address = `127.0.0.1:${await freePort()}`;
  const config = {
    global: { scrape_interval: interval, scrape_timeout: interval, evaluation_interval: interval },
    rule_files: ruleFiles(),
    scrape_configs: [
      {
        job_name: 'ridgeline',
        honor_labels: true,
        static_configs: [{ targets: targets.map((target) => new URL(target).host) }],
      },
    ],
  };
  await mkdir(dir, { recursive: true });
  const configFile = join(dir, 'prometheus.yml');
  // Prometheus reads YAML, which includes JSON.
  await writeFile(configFile, JSON.stringify(config));
  const data = join(dir, 'data');
  const child = spawn(
    prometheus,
    [`--config.file=${configFile}`, `--storage.tsdb.path=${data}`, `--web.listen-address=${address}`],
    { stdio: 'ignore' },
  );
  const end = (): boolean => child.kill();
  process.once('exit', end);

  const ask = async (path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> => {
    const response = await fetch(`http://${address}/api/v1/${path}?${new URLSearchParams(query).toString()}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`Prometheus does not answer ${JSON.stringify(query)}: ${text}`);
    return answerSchema.parse(JSON.parse(text)).data;
  };
  await eventually(() => ask('query', { query: '1' }), { within: 30_000, what: 'Prometheus to answer' });

  return {
    async linesSince(start, query) {
      const range = { start: String(start), end: String(Date.now() / 1_000), step: '1' };
      const { result } = rangesSchema.parse(await ask('query_range', { query, ...range }));
      return result
        .map(({ metric, values }) => ({
          labels: metric,
          values: values.map(([, value]) => Number(value)).filter(Number.isFinite),
        }))
        .filter(({ values }) => values.length > 0);
    },
    async rules() {
      const { groups } = rulesSchema.parse(await ask('rules', { type: 'alert' }));
      return groups.flatMap(({ rules }) => rules);
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', end);
      const exited = once(child, 'exit');
      if (end()) await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
