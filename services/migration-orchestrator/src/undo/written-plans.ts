import { isUpdate, isWrite, type PlannedRecord, type PlannedWrite } from '@ridgeline/contracts/internal';

/**
 * What a migration wrote to one record, merged into one plan: that of its own batch, and those of later passes that were
 * executed, in order. Undefined if it wrote nothing.
 */
export function writtenPlan(own: PlannedRecord, later: readonly PlannedRecord[]): PlannedWrite | undefined {
  return [own, ...later]
    .filter(isWrite)
    .reduce<PlannedWrite | undefined>(
      (before, after) => (before === undefined ? after : joined(before, after)),
      undefined,
    );
}

/** Merges two consecutive plans for one record. */
function joined(first: PlannedWrite, second: PlannedWrite): PlannedWrite {
  const values = isUpdate(second) ? second.after : second.properties;
  if (!isUpdate(first)) return { ...first, properties: { ...first.properties, ...values } };
  const replaced = isUpdate(second) ? second.before : {};
  return {
    ...first,
    before: { ...replaced, ...first.before },
    after: { ...first.after, ...values },
  };
}
