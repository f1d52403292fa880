import type { BatchPlan, PlannedRecord } from '@ridgeline/contracts/internal';
import { recordReader } from '../hubspot-io/read-records.ts';
import type { MappedRecord } from '../object-migration/object-migration.ts';
import type { LaterPassContext, WriteRules } from '../object-migration/write-rules.ts';
import type { PipelineParts } from './pipeline-parts.ts';

/** What a later pass plans: to be stored and executed before it plans on. */
export interface LaterPlan {
  readonly about: Pick<BatchPlan, 'kind' | 'pass'>;
  readonly records: readonly PlannedRecord[];
}

/**
 * What is planned when all records are written, pass after pass: the values that were deferred for what came along, then
 * for the migration's own records, then what makes a kind of its own.
 */
export async function* laterPasses<Source, Mapped extends MappedRecord, Counterparts, Options>(
  parts: PipelineParts<Source, Mapped, Counterparts, Options>,
): AsyncGenerator<LaterPlan> {
  const { object, options } = parts;
  const { companions, laterPasses: others = [] } = object;
  for (const rules of companions ? [companions.object, object] : [object])
    if (rules.settle) yield* plansOf(rules, 'settle', rules.settle.plans(laterPassContext(parts, rules)));
  for (const pass of others)
    yield* plansOf(pass.rules, 'records', pass.plans(laterPassContext(parts, pass.rules), options));
}

async function* plansOf(
  { type }: WriteRules,
  pass: BatchPlan['pass'],
  plans: AsyncIterable<readonly PlannedRecord[]>,
): AsyncGenerator<LaterPlan> {
  for await (const records of plans) yield { about: { kind: type.name, pass }, records };
}

function laterPassContext(
  { kinds, claim, lease, ledger, acculynx, hubspot, waits }: Parameters<typeof laterPasses>[0],
  { type }: WriteRules,
): LaterPassContext {
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
