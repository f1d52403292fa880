import { getSweeps, sweepNow, type SweepStatus } from '@ridgeline/contracts';
import { poll, retryEvery } from '@ridgeline/kit';
import { linkedContacts, untilShown, type SyncedPlace } from './synced-place.ts';

/** Sweeps use a twentieth of AccuLynx' limit: one page of 50 contacts per two seconds. */
const sweptWithinMs = 900_000;
/** A change without an event counts as missed after this time; in production it is an hour. */
export const missedAfterMs = 10_000;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Waits until the state of the sweeps is as wanted. */
function untilSwept(
  { session, connection }: SyncedPlace,
  what: string,
  isWanted: (status: SweepStatus) => boolean,
): Promise<SweepStatus> {
  const look = async (): Promise<SweepStatus | undefined> => {
    const status = await session.callPatiently(getSweeps, { params: { id: String(connection.id) } });
    return isWanted(status) ? status : undefined;
  };
  return poll(retryEvery(500), look, { withinMs: sweptWithinMs, what });
}

/**
 * Changes two contacts and creates one while AccuLynx sends no events; a sweep must copy them. Returns how many changes the
 * sweep counts as missed by events; throws unless it counts all three.
 */
export async function showSilence(place: SyncedPlace): Promise<number> {
  const { session, connection, control, companyId } = place;
  print('All records are compared once: what differs after that has changed since ...');
  const first = await untilSwept(
    place,
    'all records to be compared',
    (status) => status.allComparedAt !== null,
  );
  print(`All records were compared in ${((first.allTakesMs ?? 0) / 1_000).toFixed(0)} s`);

  await control.change({ acculynx: { deliveries: { disturbances: { silent: true } } } });
  print('AccuLynx sends no events');
  const [, ...changed] = await linkedContacts(place, 3);
  for (const id of changed) await control.changeSourceContact(companyId, id, { lastName: 'Silva-Brandt' });
  const created = await control.createSourceContact(companyId, { firstName: 'Noor', lastName: 'Haddad' });
  const started = performance.now();
  await session.callPatiently(sweepNow, { params: { id: String(connection.id) } });
  for (const id of changed)
    await untilShown(
      place,
      'a contact that changed in the silence',
      ({ properties }) =>
        properties['acculynx_contact_id'] === id && properties['lastname'] === 'Silva-Brandt',
      sweptWithinMs,
    );
  await untilShown(
    place,
    'a contact that was created in the silence',
    ({ properties }) => properties['acculynx_contact_id'] === created.id,
    sweptWithinMs,
  );
  print(
    `A sweep brought what changed in the silence after ${((performance.now() - started) / 1_000).toFixed(1)} s`,
  );
  const wanted = changed.length + 1;
  const { missed } = await untilSwept(
    place,
    `${String(wanted)} missed changes`,
    (status) => status.missed >= wanted,
  );
  if (missed !== wanted) throw new Error(`${String(missed)} changes count as missed, not ${String(wanted)}`);
  await control.change({ acculynx: { deliveries: { disturbances: { silent: false } } } });
  print('AccuLynx sends events again');
  return missed;
}
