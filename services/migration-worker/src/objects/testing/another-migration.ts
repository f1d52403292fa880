import type { HubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import { FakeOrchestrator } from '../../orchestrator/testing/fake-orchestrator.ts';

/** Another migration, which knows what the earlier ones linked. */
export function linkedBy({ links, stored, outcomes }: FakeOrchestrator): FakeOrchestrator {
  const next = new FakeOrchestrator();
  for (const [sourceId, hubspotId] of links) next.links.set(sourceId, hubspotId);
  const records = new Set(stored.filter(({ pass }) => pass === 'records').map(({ batch }) => batch));
  for (const [batch, counted] of outcomes)
    for (const { sourceId, hubspotId, outcome } of records.has(batch) ? counted : [])
      if (hubspotId !== null && outcome !== 'skipped') next.links.set(sourceId, hubspotId);
  return next;
}

/** Notes every record that is written. */
export const noting =
  (written: string[]) =>
  (target: HubspotTarget): HubspotTarget => ({
    ...target,
    upsert: (inputs, signals) => {
      written.push(...inputs.map(({ id }) => id));
      return target.upsert(inputs, signals);
    },
    update: (inputs, signals) => {
      written.push(...inputs.map(({ id }) => id));
      return target.update(inputs, signals);
    },
  });
