import {
  createConnection,
  listConnections,
  validateHubspotProperties,
  type Connection,
} from '@ridgeline/contracts';
import type { ApiSession, DemoCredentials } from '@ridgeline/devstack';

/** Saves the company's connection as the app does: properties checked and created first. Reuses one that is there. */
export async function connect(
  session: ApiSession,
  credentials: DemoCredentials,
  name: string,
): Promise<Connection> {
  const existing = (await session.callPatiently(listConnections)).find(
    (connection) => connection.name === name,
  );
  const { acculynxApiKey, hubspotPat } = credentials;
  await session.callPatiently(validateHubspotProperties, {
    body: { acculynxApiKey, hubspotPat, createProperties: true },
  });
  return existing ?? session.callPatiently(createConnection, { body: { name, acculynxApiKey, hubspotPat } });
}
