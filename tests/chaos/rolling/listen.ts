import { pause, poll, retryEvery } from '@ridgeline/kit';
import { openStream, type TestStream } from '../../../gateway/src/testing/event-stream.ts';
import type { StreamReport } from './rolling-evidence.ts';

const lookEveryMs = 10;
/** A browser's reconnect delay if the server named none. */
const usualRetryMs = 2_000;

/** Listens to the event stream as a browser does, and comes back whenever it ends, until told to stop. */
export async function keepListening(
  gateway: string,
  cookie: string,
  stop: AbortSignal,
): Promise<StreamReport> {
  const report = { gapsMs: [] as number[], doubled: 0, missed: 0, resyncs: 0 };
  let lastId: number | null = null;
  let lostAt: number | null = null;
  while (!stop.aborted) {
    const stream = await openStream(gateway, cookie, lastId === null ? undefined : String(lastId)).catch(
      () => null,
    );
    if (stream) {
      await until(() => has(stream, 'connected') || stream.ended || stop.aborted);
      if (lostAt !== null && has(stream, 'connected')) report.gapsMs.push(performance.now() - lostAt);
      if (has(stream, 'connected')) lostAt = null;
      await until(() => stream.ended || stop.aborted);
      lastId = count(stream, lastId, report);
      stream.close();
    }
    lostAt ??= performance.now();
    const restMs = stream?.retries.at(-1) ?? usualRetryMs;
    await pause(restMs, stop).catch(() => undefined);
  }
  return report;
}

const has = (stream: TestStream, wanted: string): boolean =>
  stream.events.some(({ name }) => name === wanted);

/** Adds a stream's events to the report; returns the newest id. */
function count(
  { events }: TestStream,
  before: number | null,
  report: { doubled: number; missed: number; resyncs: number },
): number | null {
  let newest = before;
  for (const { name, id } of events) {
    if (name === 'resync') {
      report.resyncs += 1;
      newest = null;
    }
    if (id === null) continue;
    const sequence = Number(id);
    if (name === 'migration-update' && newest !== null) {
      if (sequence <= newest) report.doubled += 1;
      else report.missed += sequence - newest - 1;
    }
    newest = sequence;
  }
  return newest;
}

async function until(reached: () => boolean): Promise<void> {
  await poll(retryEvery(lookEveryMs), () => reached() || undefined, { what: 'the stream' });
}
