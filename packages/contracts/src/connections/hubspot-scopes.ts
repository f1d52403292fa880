/** A permission that a HubSpot token can have, and what it is for. */
export interface HubspotScope {
  readonly scope: string;
  /** What needs it, as people say it. */
  readonly use: string;
  /** Whether a token without it is refused. */
  readonly required: boolean;
}

/** The scopes to tick when a service key or a private app is made for this product (vendors/hubspot.md, 15). */
export const hubspotScopes = [
  { scope: 'crm.objects.contacts.read', use: 'find contacts that are there already', required: true },
  { scope: 'crm.objects.contacts.write', use: 'create and update contacts', required: true },
  { scope: 'crm.schemas.contacts.read', use: 'check the contact properties', required: true },
  { scope: 'crm.schemas.contacts.write', use: 'create missing contact properties', required: true },
  { scope: 'crm.objects.deals.read', use: 'find deals, read pipelines and stages', required: true },
  { scope: 'crm.objects.deals.write', use: 'create and update deals', required: true },
  { scope: 'crm.schemas.deals.read', use: 'check the deal properties', required: true },
  { scope: 'crm.schemas.deals.write', use: 'create missing deal properties', required: true },
  { scope: 'crm.objects.owners.read', use: 'find the owner of a record', required: false },
] as const satisfies readonly HubspotScope[];
