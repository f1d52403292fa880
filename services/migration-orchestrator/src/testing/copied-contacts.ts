import type { Connection } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { swept, type SweepUnderTest } from './sweep-under-test.ts';
import type { SyncUnderTest } from './sync-under-test.ts';
import type { Outcome } from './sync-worker-under-test.ts';
import { aCreate } from './worker-under-test.ts';

/** Digests of states by source id, without their version. */
export type Digests = Readonly<Record<string, string>>;

/** Records as a list shows them with these digests. */
export const page = (digests: Digests) => Object.entries(digests).map(([id, digest]) => swept(id, digest));

/** Copies contacts in a round that events made due; those without an outcome are created. */
export async function copyContacts(
  sync: SyncUnderTest,
  connection: Connection,
  digests: Digests,
  {
    changedAt = new Date(),
    outcome = OutcomeKind.CREATED,
  }: { readonly changedAt?: Date; readonly outcome?: Outcome } = {},
): Promise<void> {
  const ids = Object.keys(digests);
  await sync.events(connection, ids, { changedAt });
  const round = await sync.round(connection);
  await sync.plan(
    round,
    1,
    ids.map((id) => ({ ...aCreate(id), digest: `1:${digests[id] ?? ''}` })),
  );
  await sync.batchDone(round, 1, Object.fromEntries(ids.map((id) => [id, outcome])));
  await sync.roundDone(round);
  await sync.release(round);
}

/** A connection whose contacts were copied, and all compared since auto-sync was switched on. */
export async function comparedContacts(
  sync: SyncUnderTest,
  sweeps: SweepUnderTest,
  digests: Digests,
  companyId?: string,
): Promise<Connection> {
  const connection = await sync.switchedOn(companyId);
  await copyContacts(sync, connection, digests);
  await sweeps.whole(connection, page(digests));
  return connection;
}
