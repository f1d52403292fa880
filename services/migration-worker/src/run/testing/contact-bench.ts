import { contactProperties, propertyGroup } from '@ridgeline/contracts';
import { createHubspotClient } from '@ridgeline/hubspot';
import { company } from '../../testing/bench-company.ts';
import { RunBench } from './run-bench.ts';
import { isPlausibleEmail } from '../../objects/contact/mapping/email-address.ts';

/** A bench for runs of contacts, with what tests change in them at both vendors. */
export class ContactBench extends RunBench {
  /** Starts the simulators and prepares the portal: it has our properties. */
  static async start(): Promise<ContactBench> {
    const simulators = await RunBench.simulators();
    const portal = createHubspotClient({
      baseUrl: simulators.addresses.hubspot,
      secret: company.hubspotToken,
    });
    await portal.createPropertyGroup('contacts', propertyGroup);
    await portal.createProperties(
      'contacts',
      contactProperties.filter(({ groupName }) => groupName === propertyGroup.name),
    );
    return new ContactBench(simulators);
  }

  /** Contacts whose one email address no other contact has, in the order of AccuLynx. */
  async usableContacts(): Promise<{ id: string; email: string }[]> {
    const contacts = await this.control.sourceContacts(company.companyId);
    const emails = contacts.map(({ emailAddresses }) =>
      emailAddresses.map(({ address }) => address.toLowerCase()).join(),
    );
    return contacts.flatMap(({ id }, index) => {
      const email = emails[index] ?? '';
      const alone = emails.filter((other) => other.includes(email)).length === 1;
      return alone && isPlausibleEmail(email) ? [{ id, email }] : [];
    });
  }

  /** Gives a contact of AccuLynx this email address. */
  changeEmail(id: string, email: string): Promise<void> {
    return this.changeContact(id, { email });
  }

  /** Changes fields of a contact of AccuLynx. */
  async changeContact(id: string, change: Readonly<Record<string, string>>): Promise<void> {
    const path = `/__sim/acculynx/${company.companyId}/contacts/${id}`;
    const response = await fetch(`${this.addresses.control}${path}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
    if (!response.ok) throw new Error(`The contact was not changed: ${await response.text()}`);
  }

  /** Puts a contact into the portal as a person would, and returns its id. */
  async inPortal(properties: Readonly<Record<string, string>>): Promise<string> {
    const response = await fetch(`${this.addresses.hubspot}/crm/objects/2026-03/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.hubspotToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ properties }),
    });
    if (response.status !== 201) throw new Error(`It was not created: ${await response.text()}`);
    const record = (await response.json()) as { id: string };
    return record.id;
  }

  /** The email address that a contact of AccuLynx has in HubSpot; null when it has none. */
  async emailOf(id: string): Promise<string | null> {
    return (await this.recordOf(id))?.['email'] ?? null;
  }

  /** What HubSpot holds of a contact of AccuLynx; undefined when it is not there. */
  async recordOf(id: string): Promise<Readonly<Record<string, string | null>> | undefined> {
    const records = await this.control.targetContacts(company.portalId);
    return records.find(({ properties }) => properties['acculynx_contact_id'] === id)?.properties;
  }
}
