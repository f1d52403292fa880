import {
  contactProperties,
  type HubspotObject,
  type HubspotOutcome,
  type HubspotProblem,
  type HubspotProperty,
  type PropertyDefinition,
} from '@ridgeline/hubspot';
import type { PropertyClient } from '../needed-properties.ts';

const ok = <Value>(value: Value): HubspotOutcome<Value> => ({ outcome: 'ok', value });

/** HubSpot's own properties of contacts. */
export const builtIn = contactProperties.filter(({ groupName }) => groupName === 'contactinformation');

export const hubspotProblem = (category: string): HubspotProblem => ({
  status: 207,
  category,
  message: 'in the words of HubSpot',
  subCategory: null,
  correlationId: null,
  properties: [],
  existingId: null,
  traceIds: [],
  ids: [],
});

/** A portal that lists new properties only after some more looks at it, as HubSpot does. */
export class PortalFake implements PropertyClient {
  readonly calls: string[] = [];
  readonly listed: Record<HubspotObject, HubspotProperty[]> = { contacts: [...builtIn], deals: [] };
  readonly #pending: { object: HubspotObject; properties: readonly HubspotProperty[]; looks: number }[] = [];
  /** What comes back when its name is created. */
  readonly archived: HubspotProperty[] = [];
  /** The definitions that were sent, by call. */
  readonly sent: (readonly PropertyDefinition[])[] = [];
  looksUntilListed = 0;
  problems: HubspotProblem[] = [];

  listProperties: PropertyClient['listProperties'] = (object) => {
    this.calls.push(`list ${object}`);
    for (const entry of this.#pending)
      if (entry.object === object && entry.looks-- === 0) this.listed[object].push(...entry.properties);
    return Promise.resolve(ok([...this.listed[object]]));
  };

  createPropertyGroup: PropertyClient['createPropertyGroup'] = (object) => {
    this.calls.push(`group ${object}`);
    return Promise.resolve(ok({}));
  };

  createProperties: PropertyClient['createProperties'] = (object, definitions) => {
    this.calls.push(`create ${object}: ${definitions.map(({ name }) => name).join(', ')}`);
    this.sent.push(definitions);
    const properties = definitions.map(
      (definition) => this.archived.find(({ name }) => name === definition.name) ?? definition,
    );
    this.#pending.push({ object, properties, looks: this.looksUntilListed });
    return Promise.resolve(ok({ created: definitions.map(({ name }) => name), problems: this.problems }));
  };
}
