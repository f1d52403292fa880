import { getSync, type Connection, type SyncStatus } from '@ridgeline/contracts';
import type { ApiSession } from '@ridgeline/devstack';
import { poll, retryEvery } from '@ridgeline/kit';
import type { SimulatorControl, TargetRecord } from '@ridgeline/testkit';

/** A connection whose records are copied automatically, and where they are in the simulators. */
export interface SyncedPlace {
  readonly session: ApiSession;
  readonly connection: Connection;
  readonly control: SimulatorControl;
  readonly companyId: string;
  readonly portalId: number;
}

const withinMs = 60_000;

/** Waits until HubSpot shows a contact of AccuLynx as wanted. */
export function untilShown(
  { control, portalId }: SyncedPlace,
  what: string,
  isShown: (record: TargetRecord) => boolean,
  within = withinMs,
): Promise<TargetRecord> {
  const look = async (): Promise<TargetRecord | undefined> =>
    (await control.targetContacts(portalId)).find(isShown);
  return poll(retryEvery(200), look, { withinMs: within, what: `${what} in HubSpot` });
}

/** Waits until no record waits. */
export function untilCurrent({ session, connection }: SyncedPlace): Promise<SyncStatus> {
  const look = async (): Promise<SyncStatus | undefined> => {
    const status = await session.callPatiently(getSync, { params: { id: String(connection.id) } });
    return status.state === 'current' ? status : undefined;
  };
  return poll(retryEvery(200), look, { withinMs, what: 'auto-sync to be current' });
}

/** The ids, at AccuLynx, of some contacts that are in HubSpot. */
export async function linkedContacts(
  { control, portalId }: SyncedPlace,
  count: number,
): Promise<readonly string[]> {
  const ids = (await control.targetContacts(portalId)).flatMap(
    ({ properties }) => properties['acculynx_contact_id'] ?? [],
  );
  if (ids.length < count) throw new Error(`HubSpot has ${String(ids.length)} contacts of AccuLynx`);
  return ids.slice(0, count);
}
