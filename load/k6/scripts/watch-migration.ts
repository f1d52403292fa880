import type { Migration } from '@ridgeline/contracts';
import { check } from 'k6';
import { Counter, Trend } from 'k6/metrics';
import { watch } from 'k6/x/sse';
import { cookieHeader, gateway, read, write } from './calls.ts';
import type { Person } from '../portable/person.ts';

const ended = ['completed', 'failed', 'cancelled'];
/** From the answer to the start until the stream reports the migration. */
const firstUpdate = new Trend('first_update', true);
const updates = new Counter('updates');
const runTime = new Trend('migration_time', true);

/** Opens the event stream, starts a migration of contacts and watches it to its end; the API must then say the same. */
export function watchMigration({ connectionId }: Person, withinMs: number): void {
  const path = '/api/migrations';
  const seen: { id: number; startedAt: number; last: Migration | null } = { id: 0, startedAt: 0, last: null };
  const ending = watch(`${gateway}${path}/events`, { cookie: cookieHeader() }, withinMs, ({ name, data }) => {
    if (name === 'connected') {
      const body = { connectionId, migrationType: 'contacts', includeNoEmailContacts: true, delayMs: 0 };
      const started = write(path, body, { status: 201 });
      if (started.status !== 201) return true;
      seen.id = (started.json() as unknown as Migration).id;
      seen.startedAt = Date.now();
    }
    if (name !== 'migration-update') return false;
    const update = JSON.parse(data) as Migration;
    if (update.id !== seen.id) return false;
    updates.add(1);
    if (!seen.last) firstUpdate.add(Date.now() - seen.startedAt);
    seen.last = update;
    return ended.includes(update.status) && update.reconciliation !== null;
  });
  const { id, startedAt, last } = seen;
  if (last) runTime.add(Date.now() - startedAt);
  check(ending, { 'the stream reports the end': ({ reason }) => reason === 'stopped' && last !== null });
  const now = read(`${path}/${String(id)}`, `${path}/{id}`).json() as unknown as Migration;
  check(now, {
    'it is completed': ({ status }) => status === 'completed',
    'its account holds': ({ reconciliation }) => reconciliation?.difference === 0,
    // A change may have come between the two.
    'the stream told what the API tells': ({ status, version }) =>
      last?.status === status && last.version <= version,
  });
}
