import type { AnswerOf, ValidInput } from '@ridgeline/contracts';
import type { renewSweeps } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { dueSweeps, placesOf, type DueSweep } from './due-sweeps.postgres.ts';
import { claimSweeps } from './sweep-lease-store.postgres.ts';

type Renewal = AnswerOf<typeof renewSweeps>;

/**
 * What a worker gets for its free places: due sweeps are claimed for it, where it takes that; checks of migrations are offered, and
 * all to a worker of the release before.
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
