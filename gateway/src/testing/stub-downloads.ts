import { setImmediate as nextTurn } from 'node:timers/promises';
import { exportLogsNdjson } from '@ridgeline/contracts';
import { bindForUser, type Router } from '@ridgeline/kit';
import { sendNdjson } from '@ridgeline/kit/service';

/** The files that the stub is sending, by company. */
export type StubDownloads = Map<string, number>;

async function* lines(): AsyncGenerator<string> {
  for (;;) {
    await nextTurn();
    yield '{"message":"A line of a log"}\n'.repeat(1_000);
  }
}

/** A log without an end, sent as fast as it is read. */
export function bindStubDownloads(router: Router, open: StubDownloads): void {
  bindForUser(router, exportLogsNdjson, async ({ res, user: { companyId } }) => {
    const add = (count: number) => open.set(companyId, (open.get(companyId) ?? 0) + count);
    add(1);
    try {
      await sendNdjson(res, { name: 'log.ndjson', parts: lines() });
    } finally {
      add(-1);
    }
    return {};
  });
}
