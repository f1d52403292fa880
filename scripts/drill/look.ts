import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@ridgeline/postgres';
import { panels } from '../../tests/telemetry/dashboard-files.ts';
import type { Line, Prometheus } from '../../tests/telemetry/prometheus.ts';
import { quotation, type Runbook } from './runbook.ts';
import type { Sign } from './sign.ts';

/** The places that an operator inspects when following a runbook. */
export interface Surroundings {
  readonly prometheus: Prometheus;
  readonly runbook: Runbook;
  /** The folder of the product's data. */
  readonly dir: string;
  /** Postgres' administrator, on the product's database. */
  readonly adminUrl: string;
  /** When the fault was planted, in seconds since 1970. */
  readonly since: number;
}

type Of<Name extends string> = Extract<Sign, Record<Name, unknown>>;

const run = promisify(execFile);

/** A panel's queries, as Grafana sends them for all namespaces when Prometheus scrapes every 15 seconds. */
const queriesOf = (name: string): readonly string[] =>
  panels()
    .filter(({ dashboard, title }) => `${dashboard.replace('Ridgeline: ', '')} › ${title}` === name)
    .flatMap(({ targets }) => targets)
    .map(({ expr }) => expr.replaceAll('$namespace', '.*').replaceAll('$__rate_interval', '1m'));

async function panelShows(
  { panel, labels = {}, above, below }: Of<'panel'>,
  at: Surroundings,
): Promise<boolean> {
  const found = await Promise.all(queriesOf(panel).map((query) => at.prometheus.linesSince(at.since, query)));
  const fits = (line: Line): boolean =>
    Object.entries(labels).every(([name, value]) => line.labels[name] === value);
  return found
    .flat()
    .filter(fits)
    .some(({ values }) =>
      values.some(
        (value) => (above === undefined || value > above) && (below === undefined || value < below),
      ),
    );
}

async function logShows(
  { log, service, carrying }: Of<'log'>,
  { dir, since }: Surroundings,
): Promise<boolean> {
  const files = (await readdir(join(dir, 'logs'))).filter((file) => file.startsWith(service));
  const texts = await Promise.all(files.map((file) => readFile(join(dir, 'logs', file), 'utf8')));
  const began = new Date(since * 1_000).toISOString();
  const isSaid = (line: string): boolean =>
    line.includes(`"msg":"${log}"`) && (/"time":"([^"]+)"/.exec(line)?.[1] ?? '') >= began;
  return texts
    .flatMap((text) => text.split('\n'))
    .some((line) => isSaid(line) && (carrying === undefined || carrying.test(line)));
}

async function commandShows(
  { command, placeholders, says }: Of<'command'>,
  at: Surroundings,
): Promise<boolean> {
  const quoted = quotation(at.runbook, command, placeholders);
  if (quoted.startsWith('select')) {
    await using db = openDatabase({ url: at.adminUrl, applicationName: 'drill', max: 1 });
    return says.test(JSON.stringify(await db.forSystem((tx) => tx.query(quoted, []))));
  }
  const [program = '', ...words] = quoted.split(' ');
  return says.test((await run(program, words, { cwd: at.dir })).stdout);
}

async function brokerShows({ broker }: Of<'broker'>, { dir }: Surroundings): Promise<boolean> {
  return (await readFile(join(dir, 'servers', 'kafka', 'server.log'), 'utf8')).includes(broker);
}

/** Whether the place that the runbook names currently shows the sign. */
export function shows(sign: Sign, at: Surroundings): Promise<boolean> {
  if ('panel' in sign) return panelShows(sign, at);
  if ('log' in sign) return logShows(sign, at);
  return 'broker' in sign ? brokerShows(sign, at) : commandShows(sign, at);
}
