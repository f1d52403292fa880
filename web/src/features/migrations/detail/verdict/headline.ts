import {
  contactType,
  objectTypes,
  withoutEmailCodes,
  type Migration,
  type Reconciliation,
} from '@ridgeline/contracts';
import { formatCount, formatRecords } from '../../../../components/format.ts';
import { sourceGap, type StoredAccount } from '../account/reconciliation-text.ts';

type Ended = Pick<Migration, 'status' | 'migrationType' | 'startedAt' | 'processedCount' | 'targetCount'>;

/** How many contacts went over without their email address, as a migration's own records or along with its jobs. */
export function withoutEmail(
  { warnedByReason = {}, alongside = {} }: StoredAccount,
  type: Ended['migrationType'],
): number {
  const own = objectTypes[type].name === contactType.name ? warnedByReason : {};
  const counts = [own, alongside[contactType.name]?.warnedByReason ?? {}];
  return counts.reduce(
    (sum, count) => withoutEmailCodes.reduce((total, code) => total + (count[code] ?? 0), sum),
    0,
  );
}

/** How a run ended, in one line: what went over is green, exceptions are named, and what stopped is told as such. */
export function headline(account: Reconciliation, migration: Ended): string {
  const { status, migrationType, startedAt, processedCount, targetCount } = migration;
  if (status === 'cancelled' && startedAt === null) return 'Cancelled before it started';
  if (status === 'completed') return ['Completed', ...exceptions(account, migration)].join(', ');
  const reached =
    targetCount === 0
      ? formatRecords(processedCount, objectTypes[migrationType].noun)
      : `${formatCount(processedCount)} of ${formatRecords(targetCount, objectTypes[migrationType].noun)}`;
  return status === 'failed' ? `Stopped by an error after ${reached}` : `Cancelled after ${reached}`;
}

function exceptions(
  account: Reconciliation,
  { migrationType, status, targetCount }: Ended,
): readonly string[] {
  const along = Object.values(account.alongside).reduce((sum, { failed }) => sum + failed, 0);
  const counts: readonly (readonly [number, string])[] = [
    [account.failed + along, 'refused'],
    [withoutEmail(account, migrationType), 'without their email'],
    [Math.abs(account.difference), 'not accounted for'],
  ];
  const gap = sourceGap(account, { migrationType, status, targetCount });
  return [
    ...counts.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`),
    ...(gap?.open === true ? ['not all could be read'] : []),
  ];
}

/** What became of those whose email address could not go over; null where all have it. */
export function emailText(account: Reconciliation, { migrationType }: Ended): string | null {
  const count = withoutEmail(account, migrationType);
  return count === 0
    ? null
    : `${formatRecords(count, contactType.noun)} went over without ${count === 1 ? 'its' : 'their'} email address.`;
}
