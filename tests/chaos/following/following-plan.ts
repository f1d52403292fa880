import type { SourceListName } from '@ridgeline/testkit';
import { describeWay } from '../disturbing/describe-way.ts';
import { drawDisturbances, type Way } from '../disturbing/disturbance.ts';
import { seededDraw, type Draw } from '../disturbing/seeded-draw.ts';

/** What a user does in HubSpot to a record that a migration wrote, before that migration is undone. */
export const handActs = ['change', 'note', 'use', 'delete'] as const;

export interface HandStep {
  readonly act: (typeof handActs)[number];
  /** Which record, as a share of those that were written. */
  readonly at: number;
}

/** What happens before a migration, to its plan, and after it, to what it wrote. */
export interface Following {
  /** The dry run whose plan the migration runs; null: there is none. */
  readonly dryRun: Way | null;
  /** The number of source records that HubSpot rejects during the run; a retry copies them afterwards. */
  readonly rejected: number;
  readonly retry: Way;
  /** What users do afterwards, and the undos, all of which except the last one are cancelled. */
  readonly byHand: readonly HandStep[];
  readonly undos: readonly Way[];
}

/** A separate stream, so that draws here do not change what a seed drew before. */
const ownStream = 0x6f110;

const undisturbed: Way = { disturbances: [], cancelAt: null };

/** Draws what surrounds a migration; for about a third of the seeds, nothing. */
export function drawFollowing(seed: number, type: SourceListName): Following | null {
  const draw = seededDraw(seed ^ ownStream);
  if (draw.fraction() < 0.34) return null;
  const isPlanned = draw.fraction() < 0.6;
  const dryRun = isPlanned ? { ...undisturbed, disturbances: disturbances(draw, type, 2) } : null;
  const rejected = draw.fraction() < 0.5 ? draw.whole(1, 12) : 0;
  const retry = { ...undisturbed, disturbances: disturbances(draw, type, 1, 'anywhere') };
  const isUndone = draw.fraction() < 0.75;
  const byHand = Array.from({ length: draw.whole(0, 8) }, () => ({
    act: draw.one(handActs),
    at: draw.fraction(),
  }));
  const undo = (cancelAt: number | null): Way => ({
    disturbances: disturbances(draw, type, 3, 'anywhere'),
    cancelAt,
  });
  const cancelled = draw.fraction() < 0.4 ? [undo(draw.fraction() * 0.9)] : [];
  const undos = isUndone ? [...cancelled, undo(null)] : [];
  return {
    dryRun,
    rejected,
    retry,
    byHand: isUndone ? byHand : [],
    undos,
  };
}

const disturbances = (draw: Draw, type: SourceListName, most: number, where?: 'anywhere') =>
  drawDisturbances(draw, type, draw.whole(0, most), where);

/** The same in words. */
export function describeFollowing({ dryRun, rejected, retry, byHand, undos }: Following): string {
  const parts = [
    dryRun && `the run of a dry run's plan (${describeWay(dryRun)})`,
    rejected > 0 && `${String(rejected)} rejected and retried (${describeWay(retry)})`,
    byHand.length > 0 && `by hand ${byHand.map(({ act }) => act).join(', ')}`,
    ...undos.map((undo) => `undone (${describeWay(undo)})`),
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}
