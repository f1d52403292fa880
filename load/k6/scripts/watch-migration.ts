import type { Migration } from '@ridgeline/contracts';
import { check } from 'k6';
import { Counter, Trend } from 'k6/metrics';
import { watch } from 'k6/x/sse';
import { cookieHeader, gateway, read, write } from './calls.ts';
import type { Person } from '../portable/person.ts';

const ended = ['completed', 'failed', 'cancelled'];
/** From the answer to the start until the stream tells of the migration. */
const firstUpdate = new Trend('first_update', true);
const updates = new Counter('updates');
const runTime = new Trend('migration_time', true);

/** Opens the event stream, starts a migration of contacts and watches it to its end; the API must then say the same. */
export function watchMigration({ connectionId }: Person, withinMs: number): void {
  const path = '/api/migrations';
  let id = 0;
  let startedAt = 0;
  let heardOf = false;
  let last: Migration | null = null;
  const ending = watch(`${gateway}${path}/events`, { cookie: cookieHeader() }, withinMs, ({ name, data }) => {
    if (name === 'connected') {
      const body = { connectionId, migrationType: 'contacts', includeNoEmailContacts: true, delayMs: 0 };
      const started = write(path, body, { status: 201 });
      if (started.status !== 201) return true;
      ({ id } = started.json() as unknown as Migration);
      startedAt = Date.now();
    }
    if (name !== 'migration-update') return false;
    const update = JSON.parse(data) as Migration;
    if (update.id !== id) return false;
    updates.add(1);
    if (!heardOf) firstUpdate.add(Date.now() - startedAt);
    heardOf = true;
    last = update;
    return ended.includes(update.status) && update.reconciliation !== null;
  });
  if (heardOf) runTime.add(Date.now() - startedAt);
  check(ending, { 'the stream tells of the end': ({ reason }) => reason === 'stopped' && heardOf });
  const now = read(`${path}/${String(id)}`, `${path}/{id}`).json() as unknown as Migration;
  check(now, {
    'it is completed': ({ status }) => status === 'completed',
    'its account holds': ({ reconciliation }) => reconciliation?.difference === 0,
    'the stream told what the API tells': ({ version }) => last?.version === version,
  });
}
