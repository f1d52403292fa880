import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { pause } from '@ridgeline/kit';
import { Pool } from 'undici';
import type { EventOrder, EventReport, Hook } from './event-stream.ts';

/** Sends the events of one order, reports how they were answered, and ends. */
const [{ gateway, hooks, perSecond, seconds }] = (await once(process, 'message')) as [EventOrder];
const pool = new Pool(gateway, { connections: 512 });
const report: EventReport = { times: [], statuses: {}, accepted: hooks.map(() => []) };
const total = perSecond * seconds;
const started = performance.now();

function bodyOf({ subscriptionId, recordIds }: Hook, eventId: string, number: number): string {
  const event = { contact: { id: recordIds[number % recordIds.length] } };
  return JSON.stringify({ topicName: 'contact_changed', eventId, subscriptionId, event });
}

function post(path: string, body: string): Promise<number> {
  return new Promise((resolve) => {
    let status = 0;
    pool.dispatch(
      { path, method: 'POST', headers: { 'content-type': 'application/json' }, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => void (status = statusCode),
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(status),
        onResponseError: () => resolve(0),
      },
    );
  });
}

/** Time is measured from when the event was due, so that neither a slow answer nor a delay in this process hides it. */
async function send(number: number): Promise<void> {
  const at = number % hooks.length;
  const hook = hooks[at];
  if (!hook) throw new Error('An order has no hook');
  const eventId = randomUUID();
  const status = await post(hook.path, bodyOf(hook, eventId, Math.floor(number / hooks.length)));
  report.times.push(performance.now() - (started + (number * 1_000) / perSecond));
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
  if (status >= 200 && status < 300) report.accepted[at]?.push(eventId);
}

const sent: Promise<void>[] = [];
while (sent.length < total) {
  const due = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * perSecond) + 1);
  while (sent.length < due) sent.push(send(sent.length));
  await pause(1);
}
await Promise.all(sent);
await pool.close();
// Ends with the process that ordered it, which by then has the whole report.
process.once('disconnect', () => process.exit());
process.send?.(report);
