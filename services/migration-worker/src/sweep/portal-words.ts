import { userIdIn } from '@ridgeline/contracts';
import type { ObjectPath } from '@ridgeline/hubspot';
import type { HubspotAccess } from '../vendors/run-vendors.ts';
import { askHubspot } from '../vendors/ask.ts';

/** The portal's own names, for a check. Each is requested once, when it is needed. */
export class PortalWords {
  readonly #hubspot: HubspotAccess;
  readonly #signal: AbortSignal;
  readonly #labels = new Map<ObjectPath, ReadonlyMap<string, string>>();
  readonly #names = new Map<string, string | null>();

  constructor(hubspot: HubspotAccess, signal: AbortSignal) {
    this.#hubspot = hubspot;
    this.#signal = signal;
  }

  /** The labels of an object's properties, by name; properties without a label are missing. */
  async labelsOf(object: ObjectPath): Promise<ReadonlyMap<string, string>> {
    const known = this.#labels.get(object);
    if (known) return known;
    const properties = await askHubspot(
      this.#hubspot,
      'its properties',
      (client, until) => client.listProperties(object, until),
      this.#signal,
    );
    const labels = new Map(properties.flatMap(({ name, label }) => (label === '' ? [] : [[name, label]])));
    this.#labels.set(object, labels);
    return labels;
  }

  /** The names of these sources of HubSpot's histories, as far as they are users whom HubSpot names. */
  async namesOf(sourceIds: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const sourceId of new Set(sourceIds)) {
      const name = await this.#nameOf(sourceId);
      if (name !== null) found.set(sourceId, name);
    }
    return found;
  }

  async #nameOf(sourceId: string): Promise<string | null> {
    const userId = userIdIn(sourceId);
    if (userId === null) return null;
    const known = this.#names.get(userId);
    if (known !== undefined) return known;
    const name = await askHubspot(
      this.#hubspot,
      'the name of a user',
      (client, until) => client.userName(userId, until),
      this.#signal,
    );
    this.#names.set(userId, name);
    return name;
  }
}
