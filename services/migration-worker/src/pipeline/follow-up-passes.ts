import { recordReader } from '../hubspot-io/read-records.ts';
import type { Lease } from '../lease/lease.ts';
import type { MappedRecord } from '../object-migration/object-migration.ts';
import type { FollowUpPass, FollowUpPassContext, WriteRules } from '../object-migration/write-rules.ts';
import type { FollowUpPlan } from './batch-planner.ts';
import type { PipelineParts } from './pipeline-parts.ts';

/**
 * Plans that follow once all records are written, pass after pass: first the deferred values of related records, then those
 * of the migration's own records, and finally the passes with kinds of their own.
 */
export async function* followUpPasses<Source, Mapped extends MappedRecord, Counterparts, Options>(
  parts: PipelineParts<Source, Mapped, Counterparts, Options>,
): AsyncGenerator<FollowUpPlan> {
  const { object, settles = true } = parts;
  const { companions, followUpPasses: others = [] } = object;
  for (const rules of companions ? [companions.object, object] : [object])
    if (rules.settle && settles) {
      const about = { kind: rules.type.name, pass: 'settle' } as const;
      for await (const records of rules.settle.plans(followUpPassContext(parts, rules)))
        yield { about, records, readAt: undefined, again: undefined };
    }
  for (const pass of others) yield* plansOf(pass, followUpPassContext(parts, pass.rules), parts);
}

async function* plansOf<Options>(
  pass: FollowUpPass<Options>,
  context: FollowUpPassContext,
  { options, lease }: { readonly options: Options; readonly lease: Pick<Lease, 'databaseTime'> },
): AsyncGenerator<FollowUpPlan> {
  const about = { kind: pass.rules.type.name, pass: 'records' } as const;
  const again = pass.again?.bind(pass, context);
  let readAt = lease.databaseTime;
  for await (const records of pass.plans(context, options)) {
    yield { about, records, readAt, again };
    readAt = lease.databaseTime;
  }
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
