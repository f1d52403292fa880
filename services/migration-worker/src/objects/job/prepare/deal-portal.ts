import { dealProperties, jobType } from '@ridgeline/contracts';
import { type AssociationType, type PropertyDetails } from '@ridgeline/hubspot';
import { askHubspot } from '../../../vendors/ask.ts';
import { requireProperties } from '../../../hubspot-io/required-properties.ts';
import { dealToContactPath, primaryLabelIn } from '../../job-contact/plan-pairs.ts';
import { dealStages, type DealStages } from './deal-stages.ts';
import type { PrepareContext } from '../../../object-migration/object-migration.ts';

/** What a migration of jobs needs to know of the portal. */
export interface DealPortal {
  readonly portalId: string;
  readonly timeZone: string;
  readonly stages: DealStages;
  /** The properties that hold options, by name. */
  readonly enumerations: readonly PropertyDetails[];
  /** The portal's label for the first contact of a deal; null where it has none. */
  readonly primaryLabel: AssociationType | null;
}

/** Reads the portal once. Throws `RunFailed` when it cannot have deals as the connection wants them. */
export async function readDealPortal({
  hubspot,
  deals,
  signal,
}: Pick<PrepareContext, 'hubspot' | 'deals' | 'signal'>): Promise<DealPortal> {
  const ask = <Value>(what: string, call: Parameters<typeof askHubspot<Value>>[2]): Promise<Value> =>
    askHubspot(hubspot, what, call, signal);
  const [account, pipelines, properties, types] = await Promise.all([
    ask('the facts of its account', (client, until) => client.accountDetails(until)),
    ask('its pipelines of deals', (client, until) => client.dealPipelines(until)),
    ask('its properties of deals', (client, until) => client.listPropertyDetails('deals', until)),
    ask('its kinds of associations', (client, until) => client.associationTypes(dealToContactPath, until)),
  ]);
  return {
    portalId: account.portalId,
    timeZone: account.timeZone,
    stages: dealStages(deals, pipelines),
    enumerations: enumerationsOf(properties),
    primaryLabel: primaryLabelIn(types),
  };
}

function enumerationsOf(properties: readonly PropertyDetails[]): readonly PropertyDetails[] {
  const byName = new Map(properties.map((property) => [property.name, property]));
  requireProperties(jobType, dealProperties, properties);
  return dealProperties.flatMap(({ name, type }) => (type === 'enumeration' ? (byName.get(name) ?? []) : []));
}
