import type { TargetRecord } from '@ridgeline/testkit';
import type { Draw } from '../disturbing/seeded-draw.ts';
import { stageByMilestone } from '../seeded/people-in-acculynx.ts';
import type { SyncFacts } from './sync-facts.ts';
import type { SyncAct } from './sync-plan.ts';
import type { SyncedTenant } from './synced-tenant.ts';

/** A stage that belongs to no milestone. */
const ownStage = 'closedwon';

/** What users of one company do during the stream; each linked record is part of at most one act. */
export class People {
  readonly #tenant: SyncedTenant;
  readonly #facts: SyncFacts;
  readonly #draw: Draw;
  readonly #contacts: string[];
  readonly #jobs: string[];

  constructor(tenant: SyncedTenant, facts: SyncFacts, draw: Draw) {
    this.#tenant = tenant;
    this.#facts = facts;
    this.#draw = draw;
    const { contacts, deals } = tenant.linked;
    // Only for contacts with an address is it certain how they end after a merge or a swap.
    this.#contacts = contacts
      .filter(({ properties }) => properties['email'])
      .flatMap(({ properties }) => properties['acculynx_contact_id'] ?? []);
    this.#jobs = deals.flatMap(({ properties }) => properties['acculynx_job_id'] ?? []);
  }

  /** Performs the act, unless no record is left for it. */
  async act(act: SyncAct): Promise<void> {
    const acts: Readonly<Record<SyncAct, () => Promise<void>>> = {
      'swap-emails': () => this.#withContacts(2, ([one, other]) => this.#swap(one, other)),
      'rotate-emails': () =>
        this.#withContacts(3, async ([one, other, third]) => {
          await this.#swap(one, other);
          await this.#swap(other, third);
        }),
      'take-freed-email': () => this.#withContacts(1, ([id]) => this.#takeFreedEmail(id)),
      'contact-with-job': () => this.#contactWithJob(),
      unassign: () => this.#withJob((id) => this.#assign(id, false)),
      'unassign-for-a-while': () =>
        this.#withJob(async (id) => {
          await this.#assign(id, false);
          await this.#control.changeSourceJob(this.#companyId, id, { numbered: true });
          await this.#assign(id, true);
        }),
      'new-milestone': () => this.#withJob((id) => this.#newMilestone(id)),
      'move-deal': () => this.#withJob((id) => this.#moveDeal(id)),
      'new-primary-contact': () =>
        this.#withJob((id) => this.#withContacts(1, ([contact]) => this.#newPrimary(id, contact))),
      'delete-contact': () => this.#withContacts(1, ([id]) => this.#deleteContact(id)),
      'merge-contacts': () => this.#withContacts(2, ([one, into]) => this.#merge(one, into)),
    };
    await acts[act]();
  }

  get #control() {
    return this.#tenant.company.control;
  }

  get #companyId(): string {
    return this.#tenant.company.user.companyId;
  }

  async #withContacts(
    count: number,
    run: (ids: readonly [string, string, string]) => Promise<void>,
  ): Promise<void> {
    if (this.#contacts.length < count) return;
    const taken = Array.from({ length: count }, () =>
      this.#contacts.splice(this.#draw.whole(0, this.#contacts.length - 1), 1),
    ).flat();
    const [one = '', other = '', third = ''] = taken;
    await run([one, other, third]);
  }

  async #withJob(run: (id: string) => Promise<void>): Promise<void> {
    const [id] = this.#jobs.splice(this.#draw.whole(0, Math.max(0, this.#jobs.length - 1)), 1);
    if (id !== undefined) await run(id);
  }

  #swap(one: string, other: string): Promise<void> {
    return this.#control.swapSourceEmails(this.#companyId, [one, other]);
  }

  /** Gives a contact another address, and its old address to a new contact. */
  async #takeFreedEmail(id: string): Promise<void> {
    const { emailAddresses } = await this.#contact(id);
    const email = emailAddresses.find(({ primary }) => primary)?.address ?? null;
    await this.#control.changeSourceContact(this.#companyId, id, {
      email: `moved-${id}@people.example.com`,
      numbered: true,
    });
    await this.#control.createSourceContact(this.#companyId, { email, numbered: true });
  }

  async #contact(id: string) {
    const found = (await this.#control.sourceContacts(this.#companyId)).find((each) => each.id === id);
    if (!found) throw new Error(`AccuLynx has no contact ${id}`);
    return found;
  }

  async #contactWithJob(): Promise<void> {
    const { id } = await this.#control.createSourceContact(this.#companyId, { numbered: true });
    await this.#control.createSourceJob(this.#companyId, { contactIds: [id], numbered: true });
    await this.#control.changeSourceContact(this.#companyId, id, { numbered: true });
  }

  async #assign(id: string, assigned: boolean): Promise<void> {
    await this.#control.assignSourceJobs(this.#companyId, assigned, { ids: [id] });
  }

  async #newMilestone(id: string): Promise<void> {
    const currentMilestone = this.#draw.one(Object.keys(stageByMilestone));
    await this.#control.changeSourceJob(this.#companyId, id, { currentMilestone, numbered: true });
  }

  async #moveDeal(jobId: string): Promise<void> {
    const { portalId } = this.#tenant.company;
    const deal = (await this.#control.targetDeals(portalId)).find(
      ({ properties }) => properties['acculynx_job_id'] === jobId,
    );
    if (!deal) return;
    await this.#control.changeTarget(portalId, 'deals', deal.id, { dealstage: ownStage });
    this.#facts.moved.set(jobId, ownStage);
    await this.#newMilestone(jobId);
  }

  async #newPrimary(jobId: string, primaryContactId: string): Promise<void> {
    await this.#control.changeSourceJob(this.#companyId, jobId, { primaryContactId, numbered: true });
  }

  async #deleteContact(sourceId: string): Promise<void> {
    const record = await this.#record(sourceId);
    if (!record) return;
    this.#facts.deleted.add(sourceId);
    await this.#control.archiveTarget(this.#tenant.company.portalId, 'contacts', record.id);
    await this.#control.changeSourceContact(this.#companyId, sourceId, { numbered: true });
  }

  async #merge(sourceId: string, into: string): Promise<void> {
    const [record, winner] = [await this.#record(sourceId), await this.#record(into)];
    if (!record || !winner) return;
    if (record.properties['email']) this.#facts.heldAside.add(record.properties['email'].toLowerCase());
    this.#facts.merged.push({ kind: 'merged', object: 'contacts', sourceId, into });
    await this.#control.mergeTarget(this.#tenant.company.portalId, 'contacts', record.id, winner.id);
    for (const id of [sourceId, into])
      await this.#control.changeSourceContact(this.#companyId, id, { numbered: true });
  }

  /** The HubSpot record of a contact. */
  async #record(sourceId: string): Promise<TargetRecord | undefined> {
    const records = await this.#control.targetContacts(this.#tenant.company.portalId);
    return records.find(({ properties }) => properties['acculynx_contact_id'] === sourceId);
  }
}
