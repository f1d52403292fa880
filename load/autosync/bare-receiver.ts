import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pause } from '@ridgeline/kit';
import type { TestCompany } from '@ridgeline/testkit';

interface Addresses {
  readonly acculynx: string;
  readonly hubspot: string;
}

interface Delivery {
  readonly event: Readonly<Record<string, { readonly id: string } | undefined>>;
}

const kinds = {
  contacts: { path: 'contacts', object: 'contacts', by: 'acculynx_contact_id' },
  jobs: { path: 'jobs', object: 'deals', by: 'acculynx_job_id' },
} as const;
type Kind = keyof typeof kinds;

const gatherMs = 2_000;
const batchSize = 100;
/** The interval between calls of all companies together, below the 30 per second that one address may make. */
const callEveryMs = 40;

/**
 * The simplest program that copies changes: it gathers the ids of events for two seconds, as the product does, reads each
 * record, and upserts up to a hundred of them by AccuLynx' id. It stores nothing, so a failed call loses its records.
 */
export async function startBareReceiver(
  resources: AsyncDisposableStack,
  companies: readonly TestCompany[],
  addresses: Addresses,
): Promise<void> {
  const host = 'bare.ridgeline.example';
  let nextCallAt = 0;
  const paced = async (): Promise<void> => {
    const now = performance.now();
    nextCallAt = Math.max(now, nextCallAt + callEveryMs);
    await pause(nextCallAt - now);
  };
  const gatherers = new Map(
    companies.map((company) => [company.user.companyId, gathererOf(company, addresses, paced)]),
  );
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { contact, job, Job } = (body as Delivery).event;
      const gather = gatherers.get(request.url?.slice(1) ?? '');
      const id = contact?.id ?? job?.id ?? Job?.id;
      if (id !== undefined) gather?.(contact === undefined ? 'jobs' : 'contacts', id);
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  resources.defer(() => void server.close());
  await once(server, 'listening');
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const { control, credentials, user } of companies) {
    await control.change({ acculynx: { deliveries: { hosts: { [host]: local } } } });
    await subscribe(addresses, credentials.acculynxApiKey, `https://${host}/${user.companyId}`);
  }
}

async function subscribe({ acculynx }: Addresses, key: string, consumerUrl: string): Promise<void> {
  const response = await fetch(`${acculynx}/webhooks/v2/subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      consumerUrl,
      techContact: 'bare@ridgeline.example',
      topicNames: ['contact_added', 'contact_changed', 'job_created', 'job_updated'],
    }),
  });
  if (!response.ok) throw new Error(`The bare receiver could not subscribe: ${response.status}`);
}

/** Gathers ids of a company by kind and copies them one batch after the other. */
function gathererOf(
  { credentials }: TestCompany,
  addresses: Addresses,
  paced: () => Promise<void>,
): (kind: Kind, id: string) => void {
  const waiting: Record<Kind, Set<string>> = { contacts: new Set(), jobs: new Set() };
  let chain = Promise.resolve();
  const carry = async (kind: Kind): Promise<void> => {
    const ids = [...waiting[kind]].slice(0, batchSize);
    for (const id of ids) waiting[kind].delete(id);
    if (ids.length === 0) return;
    const inputs: object[] = [];
    for (const id of ids) {
      await paced();
      const properties = await valuesOf(addresses, credentials.acculynxApiKey, kind, id);
      if (properties !== null) inputs.push({ id, idProperty: kinds[kind].by, properties });
    }
    await fetch(`${addresses.hubspot}/crm/objects/2026-03/${kinds[kind].object}/batch/upsert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.hubspotPat}`, 'content-type': 'application/json' },
      body: JSON.stringify({ inputs }),
    });
    if (waiting[kind].size > 0) await carry(kind);
  };
  return (kind, id) => {
    const isFirst = waiting[kind].size === 0;
    waiting[kind].add(id);
    if (isFirst)
      void pause(gatherMs).then(() => {
        chain = chain.then(() => carry(kind));
      });
  };
}

interface SourceRecord {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly companyName?: string;
  readonly crossReference?: string;
  readonly jobName?: string;
}

/** Null for a record that cannot be read singly, such as an unassigned job. */
async function valuesOf(
  { acculynx }: Addresses,
  key: string,
  kind: Kind,
  id: string,
): Promise<Record<string, string> | null> {
  const response = await fetch(`${acculynx}/api/v2/${kinds[kind].path}/${id}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!response.ok) return null;
  const record = (await response.json()) as SourceRecord;
  const values =
    kind === 'contacts'
      ? {
          firstname: record.firstName ?? '',
          lastname: record.lastName ?? record.companyName ?? '',
          acculynx_cross_reference: record.crossReference ?? '',
        }
      : { dealname: record.jobName ?? '' };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
