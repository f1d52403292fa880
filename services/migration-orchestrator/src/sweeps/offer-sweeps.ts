import type { AnswerOf, ValidInput } from '@ridgeline/contracts';
import type { renewSweeps } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { dueSweeps, placesOf, type DueSweep } from './due-sweeps.postgres.ts';
import { claimSweeps } from './sweep-lease-store.postgres.ts';

type Renewal = AnswerOf<typeof renewSweeps>;

/**
 * Offers a worker sweeps for its free places. Due sweeps are claimed for it if it supports that. Checks of migrations, and
 * all sweeps for a worker of the previous release, are only offered.
 */
export async function offerSweeps(
  tx: Tx,
  { freePlaces, passes, takesGrants, sweeps, ...worker }: ValidInput<typeof renewSweeps>['body'],
  leaseMs: number,
): Promise<Pick<Renewal, 'offers' | 'grants'>> {
  if (freePlaces === 0) return { offers: [], grants: [] };
  const due = await dueSweeps(tx, placesOf(freePlaces, sweeps.length), passes);
  const isGranted = ({ pass }: DueSweep): boolean => takesGrants && pass !== 'written';
  const granted = due.filter(isGranted).map(({ sweepId }) => sweepId);
  const offers = due.filter((sweep) => !isGranted(sweep)).map(({ sweepId }) => ({ sweepId }));
  return { offers, grants: await claimSweeps(tx, granted, worker, leaseMs) };
}
