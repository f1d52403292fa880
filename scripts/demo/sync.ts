import { getSync, updateConnection, type Connection, type SyncStatus } from '@ridgeline/contracts';
import type { ApiSession } from '@ridgeline/devstack';
import { poll, retryEvery } from '@ridgeline/kit';
import type { SimulatorControl, TargetRecord } from '@ridgeline/testkit';

/** Where the connection's records are in the simulators. */
interface Place {
  readonly control: SimulatorControl;
  readonly companyId: string;
  readonly portalId: number;
}

const withinMs = 60_000;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Waits until HubSpot shows a contact of AccuLynx as wanted, and prints after how many seconds. */
async function untilShown(
  { control, portalId }: Place,
  what: string,
  isShown: (record: TargetRecord) => boolean,
): Promise<void> {
  const started = performance.now();
  const look = async (): Promise<TargetRecord | undefined> =>
    (await control.targetContacts(portalId)).find(isShown);
  const { id } = await poll(retryEvery(200), look, { withinMs, what: `${what} in HubSpot` });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  print(`SYNCED ${what}: HubSpot record ${id} after ${seconds} s`);
}

async function untilOn(session: ApiSession, { id }: Connection): Promise<SyncStatus> {
  const look = async (): Promise<SyncStatus | undefined> => {
    const status = await session.callPatiently(getSync, { params: { id: String(id) } });
    return status.state === 'current' ? status : undefined;
  };
  return poll(retryEvery(200), look, { withinMs, what: 'auto-sync to be current' });
}

/**
 * Switches auto-sync on, changes a contact in AccuLynx and creates another, and waits for both in HubSpot; throws when one does
 * not arrive within a minute.
 */
export async function showSync(session: ApiSession, connection: Connection, place: Place): Promise<boolean> {
  const { control, companyId, portalId } = place;
  await session.callPatiently(updateConnection, {
    params: { id: String(connection.id) },
    body: { autoSyncNewContacts: true, autoSyncNewJobs: true, includeNoEmailContacts: true },
  });
  await untilOn(session, connection);
  print('Auto-sync is on');

  const linked = (await control.targetContacts(portalId)).find(
    ({ properties }) => properties['acculynx_contact_id'] != null,
  );
  const contactId = linked?.properties['acculynx_contact_id'] ?? '';
  await control.changeSourceContact(companyId, contactId, { firstName: 'Ngozi', lastName: 'Okafor-Hale' });
  await untilShown(
    place,
    'a changed contact',
    ({ properties }) =>
      properties['acculynx_contact_id'] === contactId && properties['lastname'] === 'Okafor-Hale',
  );

  const { id } = await control.createSourceContact(companyId, { firstName: 'Iris', lastName: 'Nguyen' });
  await untilShown(place, 'a new contact', ({ properties }) => properties['acculynx_contact_id'] === id);

  const { lastEventAt, upToDateAsOf } = await untilOn(session, connection);
  print(`Last event ${lastEventAt ?? 'never'}, up to date as of ${upToDateAsOf ?? 'never'}`);
  return true;
}
