import { isUpdate, isWrite, type PlannedRecord, type PlannedWrite } from '@ridgeline/contracts/internal';

/**
 * What a migration wrote to one record, as one plan: that of its own batch, and those of later passes that were executed, in their
 * order. Undefined where it wrote nothing.
 */
export function writtenPlan(own: PlannedRecord, later: readonly PlannedRecord[]): PlannedWrite | undefined {
  return [own, ...later]
    .filter(isWrite)
    .reduce<PlannedWrite | undefined>(
      (before, after) => (before === undefined ? after : joined(before, after)),
      undefined,
    );
}

/** Two plans for one record, one after the other. */
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
