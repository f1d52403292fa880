import { randomUUID } from 'node:crypto';
import {
  createConnection,
  deleteConnection,
  getConnection,
  getConnectionDefaults,
  getQuota,
  getSaveOperation,
  getStats,
  listConnections,
  listDealPipelines,
  listPropertyOptions,
  renameConnection,
  renewSubscription,
  renewWebhookAddress,
  testConnection,
  updateConnection,
  validateHubspotProperties,
  type Connection,
} from '@ridgeline/contracts';
import { eventually, type TestCompany } from '@ridgeline/testkit';
import type { Recorder } from './recorder.ts';

/** Checks the credentials as the form does, and saves the connection. */
export async function callNewConnection(recorder: Recorder, company: TestCompany): Promise<Connection> {
  const { session, credentials } = company;
  const { acculynxApiKey, hubspotPat } = credentials;
  const operationId = randomUUID();
  recorder.rename(operationId, '0b6f2f9c-5f0a-4f0e-9f57-3d1c6c0a7e21');
  await recorder.call(session, getConnectionDefaults);
  await recorder.call(session, validateHubspotProperties, {
    body: { acculynxApiKey, hubspotPat, createProperties: true, operationId },
  });
  await recorder.call(session, listDealPipelines, { body: { hubspotPat } });
  const connection = await recorder.call(session, createConnection, {
    body: {
      ...{ name: 'Brazos Roofing - Waco', acculynxApiKey, hubspotPat, operationId },
      includeNoEmailContacts: true,
    },
  });
  // Steps are reported by events, a moment after the answer.
  await eventually(
    async () => {
      const { steps } = await recorder.call(session, getSaveOperation, { params: { operationId } });
      if (!steps.some(({ step, state }) => step === 'webhook' && state === 'complete'))
        throw new Error(JSON.stringify(steps));
    },
    { what: 'the steps of the save' },
  );
  return connection;
}

/** Reads and changes a connection. */
export async function callConnection(
  recorder: Recorder,
  { session }: TestCompany,
  connection: Connection,
): Promise<void> {
  const params = { id: String(connection.id) };
  await recorder.call(session, listConnections);
  await recorder.call(session, getStats);
  await recorder.call(session, getConnection, { params });
  await recorder.call(session, renameConnection, { params, body: { name: 'Brazos Roofing, Waco' } });
  await recorder.call(session, testConnection, { params });
  await recorder.call(session, getQuota, { params });
  await recorder.call(session, listPropertyOptions, {
    query: { connectionId: connection.id, migrationType: 'contacts' },
  });
}

/** Switches auto-sync of contacts on, and subscribes again. */
export async function callAutoSync(
  recorder: Recorder,
  { session }: TestCompany,
  { id }: Connection,
): Promise<void> {
  const params = { id: String(id) };
  await recorder.call(session, updateConnection, { params, body: { autoSyncNewContacts: true } });
  await recorder.call(session, renewWebhookAddress, { params });
  await recorder.call(session, renewSubscription, { params });
}

/** Removes the connection. */
export async function callDeleteConnection(
  recorder: Recorder,
  { session }: TestCompany,
  { id }: Connection,
): Promise<void> {
  await recorder.call(session, deleteConnection, {
    params: { id: String(id) },
    query: { cancelMigrations: 'true' },
  });
}
