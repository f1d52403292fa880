import {
  contactProperties,
  dealProperties,
  propertyGroup,
  type PropertyDefinition,
} from '@ridgeline/contracts';
import {
  type ObjectPath,
  type HubspotOutcome,
  type HubspotProblem,
  type HubspotProperty,
} from '@ridgeline/hubspot';
import type { PropertyClient } from '../needed-properties.ts';

const ok = <Value>(value: Value): HubspotOutcome<Value> => ({ outcome: 'ok', value });

const isOwn = ({ groupName }: PropertyDefinition): boolean => groupName === propertyGroup.name;

/** HubSpot's own properties, which every portal has, and ours, which have to be created. */
export const propertiesOf = {
  contacts: {
    builtIn: contactProperties.filter((property) => !isOwn(property)),
    own: contactProperties.filter(isOwn),
  },
  deals: {
    builtIn: dealProperties.filter((property) => !isOwn(property)),
    own: dealProperties.filter(isOwn),
  },
} as const;

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

/** A portal that only lists new properties after several more reads, like HubSpot. */
export class PortalFake implements PropertyClient {
  readonly calls: string[] = [];
  readonly listed = {
    contacts: [...propertiesOf.contacts.builtIn],
    deals: [...propertiesOf.deals.builtIn],
  } as { contacts: HubspotProperty[]; deals: HubspotProperty[] } & Record<string, HubspotProperty[]>;
  /** The type ids of its custom objects by their names. */
  readonly customs = new Map<string, string>();
  readonly #pending: { object: ObjectPath; properties: readonly HubspotProperty[]; looks: number }[] = [];
  /** The answer when a property of this name is created. */
  readonly archived: HubspotProperty[] = [];
  /** The definitions that were sent, by call. */
  readonly sent: (readonly PropertyDefinition[])[] = [];
  looksUntilListed = 0;
  problems: HubspotProblem[] = [];

  customObjects: PropertyClient['customObjects'] = () => {
    this.calls.push('list custom objects');
    return Promise.resolve(ok(this.customs));
  };

  listProperties: PropertyClient['listProperties'] = (object) => {
    this.calls.push(`list ${object}`);
    for (const entry of this.#pending)
      if (entry.object === object && entry.looks-- === 0)
        (this.listed[object] ??= []).push(...entry.properties);
    return Promise.resolve(ok([...(this.listed[object] ?? [])]));
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
