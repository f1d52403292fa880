import { jobType } from '@ridgeline/contracts';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { matchedByIds, readByIds, repairLinks, type FoundByIds } from '../../../hubspot-io/match-by-ids.ts';
import type { Identified, LookUp } from '../../../object-migration/object-migration.ts';
import type { MappedJob } from '../mapping/map-job.ts';
import type { JobOptions } from '../prepare/job-options.ts';
import { stageAhead, stageProperty } from './deal-change.ts';

/** The counterparts that HubSpot may have for a job. */
export interface FoundDeal extends FoundByIds {
  /** The properties that may only be changed or cleared if we wrote their value, and that we did write. */
  readonly ours: ReadonlySet<string>;
}

type FindOptions = Pick<JobOptions, 'stages' | 'options' | 'writtenByUs'>;

const none: ReadonlySet<string> = new Set();

/** Looks up jobs' deals by their links and their source ids; deals have no other key (docs/vendors/hubspot.md, 9). */
export async function findDeals(
  group: readonly Identified<MappedJob>[],
  { read, noSourceIds }: LookUp,
  options: FindOptions,
): Promise<readonly FoundDeal[]> {
  const identities = group.map(({ identity }) => identity);
  const found = await repairLinks(jobType, identities, await readByIds(identities, read, noSourceIds), read);
  const deals = group.map(({ record }, index) => {
    const counterparts = found[index];
    return counterparts ? matchedByIds(jobType, record.sourceId, counterparts) : null;
  });
  const asked = new Map(
    group.flatMap(({ record }, index) => {
      const deal = deals[index];
      const names = deal ? doubtful(record, deal, options) : none;
      return deal && names.size > 0 ? [[deal.id, names] as const] : [];
    }),
  );
  const ours = await options.writtenByUs(asked);
  return found.map((each, index) => ({ ...each, ours: ours.get(deals[index]?.id ?? '') ?? none }));
}

/** The properties of a deal that we would only change if users have not changed them. */
function doubtful(
  { milestone, choices }: MappedJob,
  deal: HubspotRecord,
  rules: FindOptions,
): ReadonlySet<string> {
  const names = Object.entries(choices).flatMap(([property, labels]) => {
    const isHeld = (deal.properties[property] ?? '') !== '';
    const hasNone = labels.every((label) => rules.options.find(property, label).value === null);
    return isHeld && hasNone ? property : [];
  });
  return new Set(stageAhead(deal, milestone, rules) === null ? names : [...names, stageProperty]);
}
