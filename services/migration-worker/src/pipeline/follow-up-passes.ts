import type { BatchPlan, PlannedRecord } from '@ridgeline/contracts/internal';
import { recordReader } from '../hubspot-io/read-records.ts';
import type { MappedRecord } from '../object-migration/object-migration.ts';
import type { FollowUpPassContext, WriteRules } from '../object-migration/write-rules.ts';
import type { PipelineParts } from './pipeline-parts.ts';

/** What a follow-up pass plans: to be stored and executed before it plans on. */
export interface FollowUpPlan {
  readonly about: Pick<BatchPlan, 'kind' | 'pass'>;
  readonly records: readonly PlannedRecord[];
}

/**
 * What is planned when all records are written, pass after pass: the values that were deferred for what came along, then
 * for the migration's own records, then what makes a kind of its own.
 */
export async function* followUpPasses<Source, Mapped extends MappedRecord, Counterparts, Options>(
  parts: PipelineParts<Source, Mapped, Counterparts, Options>,
): AsyncGenerator<FollowUpPlan> {
  const { object, options, settles = true } = parts;
  const { companions, followUpPasses: others = [] } = object;
  for (const rules of companions ? [companions.object, object] : [object])
    if (rules.settle && settles)
      yield* plansOf(rules, 'settle', rules.settle.plans(followUpPassContext(parts, rules)));
  for (const pass of others)
    yield* plansOf(pass.rules, 'records', pass.plans(followUpPassContext(parts, pass.rules), options));
}

async function* plansOf(
  { type }: WriteRules,
  pass: BatchPlan['pass'],
  plans: AsyncIterable<readonly PlannedRecord[]>,
): AsyncGenerator<FollowUpPlan> {
  for await (const records of plans) yield { about: { kind: type.name, pass }, records };
}

function followUpPassContext(
  { kinds, claim, lease, ledger, acculynx, hubspot, waits }: Parameters<typeof followUpPasses>[0],
  { type }: WriteRules,
): FollowUpPassContext {
  return {
    run: lease,
    ledger,
    acculynx,
    hubspot,
    hasLinks: claim.hasLinks,
    read: recordReader(kinds.targetOf(type.name), type, lease.stopping),
    waits,
    batchSize: claim.settings.batchSize,
    signal: lease.stopping,
  };
}
