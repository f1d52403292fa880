import { createConnection, type Connection } from '@ridgeline/contracts';
import type { TestCompany } from '@ridgeline/testkit';
import { startProgram } from '../measuring/program.ts';

/** Where AccuLynx sends a connection's events, and the records that they name in turn. */
export interface Hook {
  readonly connectionId: number;
  readonly path: string;
  readonly subscriptionId: string;
  readonly recordIds: readonly string[];
}

/** Events for the hooks in turn, in an open loop: each is sent when it is due, whatever the answers do. */
export interface EventOrder {
  readonly gateway: string;
  readonly hooks: readonly Hook[];
  readonly perSecond: number;
  readonly seconds: number;
}

/** How they were answered. */
export interface EventReport {
  /** Of each answer, in ms from the moment at which its event was due. */
  readonly times: number[];
  /** How many answers had which status; `0` counts events without any answer. */
  readonly statuses: Record<string, number>;
  /** The ids of the events that were answered 2xx, of each hook. */
  readonly accepted: readonly string[][];
}

/** Sends the events from a process of its own, so that its work delays none of what is measured. */
export async function sendEvents(order: EventOrder): Promise<EventReport> {
  await using resources = new AsyncDisposableStack();
  const module = new URL('event-program.ts', import.meta.url);
  const { ready } = await startProgram<EventReport>(resources, { module, order: { ...order } });
  return ready;
}

/** Switches a company's auto-sync on and asks AccuLynx where its events go. */
export async function subscribe(
  acculynx: string,
  { session, credentials, user, control }: TestCompany,
): Promise<Hook> {
  const { acculynxApiKey, hubspotPat } = credentials;
  const saved: Connection = await session.callPatiently(createConnection, {
    body: { name: 'Synced', acculynxApiKey, hubspotPat, autoSyncNewContacts: true },
  });
  const subscriptionId = saved.acculynxSubscriptionId ?? '';
  const answer = await fetch(`${acculynx}/webhooks/v2/subscriptions/${subscriptionId}`, {
    headers: { authorization: `Bearer ${acculynxApiKey}` },
  });
  const { consumerUrl } = (await answer.json()) as { readonly consumerUrl: string };
  return {
    connectionId: saved.id,
    path: new URL(consumerUrl).pathname,
    subscriptionId,
    recordIds: await control.sourceIds(user.companyId, 'contacts'),
  };
}
