import type { Migration } from '@ridgeline/contracts';

/** Every error in the summary of a migration that had to complete without a failed record, in words. */
export function followingProblems(
  { status, failureMessage, reconciliation, processedCount, successCount, errorCount, skipCount }: Migration,
  cancelled = false,
): string[] {
  const problems = [
    status !== 'completed' &&
      !(cancelled && status === 'cancelled') &&
      `it is ${status}: ${failureMessage ?? ''}`,
    processedCount !== successCount + errorCount + skipCount && 'the counts do not add up',
    status === 'completed' &&
      reconciliation?.difference !== 0 &&
      `the difference is ${String(reconciliation?.difference)}`,
    errorCount > 0 && `${String(errorCount)} failed`,
  ];
  return problems.filter((problem) => typeof problem === 'string');
}
