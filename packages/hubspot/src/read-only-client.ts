import type { HubspotClient } from './hubspot-client.ts';

/** Whether a call changes the portal. A call that has no line here does not compile. */
const changesPortal: Readonly<Record<keyof HubspotClient, boolean>> = {
  accountDetails: false,
  introspect: false,
  userName: false,
  customObjects: false,
  listProperties: false,
  createProperties: true,
  listPropertyDetails: false,
  readProperty: false,
  updateOptions: true,
  createPropertyGroup: true,
  dealPipelines: false,
  readHistories: false,
  readBatch: false,
  readRecord: false,
  anyWith: false,
  search: false,
  upsertBatch: true,
  updateBatch: true,
  archiveBatch: true,
  associateDefault: true,
  associate: true,
  removeLabels: true,
  dissociate: true,
  readAssociations: false,
  associationTypes: false,
};

const writingCalls = Object.entries(changesPortal).flatMap(([call, changes]) => (changes ? call : []));

const changing = (call: string): Error =>
  new Error(`${call} would change the portal, and this client only reads`);

/** The same client, but every call that changes the portal rejects before anything is sent. */
export function readOnlyClient(client: HubspotClient): HubspotClient {
  const refused = Object.fromEntries(
    writingCalls.map((call) => [call, () => Promise.reject(changing(call))]),
  );
  return Object.assign({ ...client }, refused);
}
