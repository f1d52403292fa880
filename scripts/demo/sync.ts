import { updateConnection } from '@ridgeline/contracts';
import { showSilence } from './silence.ts';
import { linkedContacts, untilCurrent, untilShown, type SyncedPlace } from './synced-place.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Waits for a contact as `untilShown` does, and prints how many seconds it took. */
async function showSynced(...[place, what, isShown]: Parameters<typeof untilShown>): Promise<void> {
  const started = performance.now();
  const { id } = await untilShown(place, what, isShown);
  print(`SYNCED ${what}: HubSpot record ${id} after ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}

async function showChanged(place: SyncedPlace, what: string, lastName: string): Promise<void> {
  const { control, companyId } = place;
  const [contactId = ''] = await linkedContacts(place, 1);
  await control.changeSourceContact(companyId, contactId, { firstName: 'Ngozi', lastName });
  await showSynced(
    place,
    what,
    ({ properties }) =>
      properties['acculynx_contact_id'] === contactId && properties['lastname'] === lastName,
  );
}

/**
 * Switches auto-sync on, changes a contact in AccuLynx, creates another, and waits for both in HubSpot. Then it sends no
 * events for a while, and a sweep must copy what changed in that time. Throws when something does not arrive in time.
 */
export async function showSync(place: SyncedPlace): Promise<boolean> {
  const { session, connection, control, companyId } = place;
  await session.callPatiently(updateConnection, {
    params: { id: String(connection.id) },
    body: { autoSyncNewContacts: true, autoSyncNewJobs: true, includeNoEmailContacts: true },
  });
  await untilCurrent(place);
  print('Auto-sync is on');

  await showChanged(place, 'a changed contact', 'Okafor-Hale');
  const { id } = await control.createSourceContact(companyId, { firstName: 'Iris', lastName: 'Nguyen' });
  await showSynced(place, 'a new contact', ({ properties }) => properties['acculynx_contact_id'] === id);
  const missed = await showSilence(place);
  await showChanged(place, 'a contact changed after the silence', 'Okafor');

  const { lastEventAt, upToDateAsOf } = await untilCurrent(place);
  print(`Last event ${lastEventAt ?? 'never'}, up to date as of ${upToDateAsOf ?? 'never'}`);
  print(`SWEPT ${String(missed)} changes that no event reported`);
  return true;
}
