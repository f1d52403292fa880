import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { endpointUrl, getMigrationLogs } from '@ridgeline/contracts';
import type { BenchResult } from './benchmark.ts';
import { lines, startLogsStand } from './orchestrator-stand/logs-stand.ts';
import { cpuSeconds } from './measuring/cpu-seconds.ts';
import { interleaved } from './measuring/interleaved.ts';
import { generateLoadOf } from './measuring/load-generator.ts';
import { median, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

/** CPU relative to rows and `JSON.stringify`; bytes on the wire of 10,000 lines, compressed with Brotli. */
const goals = { ratio: 0.25, brotliBytes: 130_000 };
const rounds = 5;
const requests = 20;
const packings = ['zstd', 'br', 'gzip'] as const;

/**
 * What 10,000 log entries cost the service: the CPU time of the endpoint, whose JSON Postgres builds, relative to rows that
 * Node maps and serializes, both uncompressed, in the same process; and how large they are when compressed.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const stand = await startLogsStand(resources);
  const { service, migrationId } = stand;
  const id = String(migrationId);
  const path = endpointUrl(getMigrationLogs.path, { id }, { limit: lines });
  const milliseconds = (of: string, encoding: string) => async (): Promise<number> => {
    const before = cpuSeconds(service.pid);
    await generateLoadOf(200, {
      url: service.ready + of,
      headers: { ...(await stand.headers()), 'accept-encoding': encoding },
      connections: 2,
      requests,
    });
    return ((cpuSeconds(service.pid) - before) / requests) * 1_000;
  };
  const size = async (encoding: string): Promise<number> =>
    wireBytes(service.ready + path, { ...(await stand.headers()), 'accept-encoding': encoding });
  tell(`Measuring ${rounds} rounds ...`);
  const measured = await interleaved(rounds, {
    rows: milliseconds(`/rows/${id}`, 'identity'),
    endpoint: milliseconds(path, 'identity'),
    zstd: milliseconds(path, 'zstd'),
    br: milliseconds(path, 'br'),
    gzip: milliseconds(path, 'gzip'),
  });
  const ratio = round(median(measured.endpoint) / median(measured.rows));
  const sizes = { zstd: await size('zstd'), br: await size('br'), gzip: await size('gzip') };
  return {
    name: 'logs-endpoint',
    ratio,
    goal: goals.ratio,
    ok: ratio <= goals.ratio && sizes.br <= goals.brotliBytes,
    detail: {
      lines,
      'bytes, unpacked': await size('identity'),
      ...Object.fromEntries(packings.map((packing) => [`bytes, ${packing}`, sizes[packing]])),
      'goal bytes, br': goals.brotliBytes,
      'ms of CPU: rows and JSON.stringify': round(median(measured.rows)),
      'ms of CPU: endpoint': round(median(measured.endpoint)),
      ...Object.fromEntries(
        packings.map((packing) => [`ms of CPU: endpoint, ${packing}`, round(median(measured[packing]))]),
      ),
      rounds,
    },
  };
}

/** The size of an answer's body on the wire, still compressed. */
async function wireBytes(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}
