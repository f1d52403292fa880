import { Client } from '@hubspot/api-client';
import {
  BatchInputSimplePublicObjectBatchInputUpsert,
  SimplePublicObjectBatchInputUpsert,
} from '@hubspot/api-client/lib/codegen/crm/contacts/index.js';

/** What a careful script is given. */
export interface ScriptAccounts {
  readonly acculynx: { readonly address: string; readonly apiKey: string };
  readonly hubspot: { readonly address: string; readonly token: string };
}

interface SourceContact {
  readonly id: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly companyName?: string;
  readonly emailAddresses?: readonly { readonly address?: string }[];
}

const pageSize = 50;
const batchSize = 100;

/**
 * What a careful consultant writes in an afternoon: page after page with HubSpot's own SDK, values trimmed, an e-mail that
 * came before left out, batches of a hundred by a unique id. It knows no limits but by waiting for each answer, keeps
 * no account, and loses a batch that is refused. Answers how many records HubSpot took, and in how many calls.
 */
export async function carefulScript({
  acculynx,
  hubspot,
}: ScriptAccounts): Promise<{ written: number; calls: number }> {
  const client = new Client({ accessToken: hubspot.token, basePath: hubspot.address });
  const emails = new Set<string>();
  let written = 0;
  let calls = 0;
  let batch: SourceContact[] = [];
  const flush = async (): Promise<void> => {
    const body = new BatchInputSimplePublicObjectBatchInputUpsert();
    body.inputs = batch.map((contact) =>
      Object.assign(new SimplePublicObjectBatchInputUpsert(), {
        id: contact.id,
        idProperty: 'acculynx_contact_id',
        properties: valuesOf(contact, emails),
      }),
    );
    batch = [];
    calls += 1;
    const answer = await client.crm.contacts.batchApi.upsert(body).catch(() => null);
    written += answer?.results.length ?? 0;
  };
  for (let page = 0; ; page += 1) {
    const url = `${acculynx.address}/api/v2/contacts?pageSize=${pageSize}&pageStartIndex=${page}&includes=emailAddress,phoneNumber`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${acculynx.apiKey}` } });
    calls += 1;
    const { items, count } = (await response.json()) as { items: SourceContact[]; count: number };
    batch.push(...items);
    const isLast = (page + 1) * pageSize >= count;
    if (batch.length >= batchSize || isLast) await flush();
    if (isLast) return { written, calls };
  }
}

function valuesOf(contact: SourceContact, emails: Set<string>): Record<string, string> {
  const email = contact.emailAddresses?.[0]?.address?.trim().toLowerCase() ?? '';
  const isNew = /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(email) && !emails.has(email);
  if (isNew) emails.add(email);
  const values = {
    firstname: contact.firstName?.trim() ?? '',
    lastname: contact.lastName?.trim() ?? '',
    company: contact.companyName?.trim() ?? '',
    ...(isNew ? { email } : {}),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
