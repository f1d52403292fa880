import type { SourceListName } from '@ridgeline/testkit';
import { drawDisturbances, type Way } from '../disturbing/disturbance.ts';
import { seededDraw, type Draw } from '../disturbing/seeded-draw.ts';
import { drawFollowing, type Following } from '../following/following-plan.ts';
import { drawPast, type Past } from './past-plan.ts';

/** What a company has at AccuLynx, and what it migrates. */
export interface Load {
  readonly type: SourceListName;
  readonly contacts: number;
  readonly jobs: number;
  /** Whether all contacts were already copied by an undisturbed migration. */
  readonly contactsFirst: boolean;
}

/** One run, as drawn from its seed. */
export interface ChaosPlan extends Way {
  readonly seed: number;
  readonly load: Load;
  readonly batchSize: number;
  readonly concurrency: number;
  /** A first migration and what users did afterwards; null: there was none. */
  readonly past: Past | null;
  /** What happens to its plan before it, and to what it wrote after it; null: nothing. */
  readonly following: Following | null;
  /** The data of the companies that migrate at the same time, with the defaults and undisturbed. */
  readonly beside: readonly Load[];
}

/** Contacts alone, jobs with the contacts that they name, or jobs of a company whose contacts are in HubSpot already. */
function drawLoad(draw: Draw, from: number, upTo: number): Load {
  const size = draw.whole(from, upTo);
  const kind = draw.one(['contacts', 'contacts', 'jobs', 'jobs after contacts']);
  if (kind === 'contacts') return { type: 'contacts', contacts: size, jobs: 0, contactsFirst: false };
  const contacts = Math.round(size * (0.3 + draw.fraction() * 0.7));
  // Contacts that are copied with jobs are read one by one, 10 per second.
  const jobs = kind === 'jobs' ? Math.ceil(size / 8) : Math.ceil(size / 2);
  return { type: 'jobs', contacts, jobs, contactsFirst: kind !== 'jobs' };
}

/**
 * Draws a run: 500 to 5,000 contacts, or up to half as many jobs, one to four disturbances, and up to six other companies.
 * Since jobs were added, a seed no longer draws the run that it drew before.
 */
export function drawPlan(seed: number): ChaosPlan {
  const draw = seededDraw(seed);
  const load = drawLoad(draw, 500, 5_000);
  const disturbances = drawDisturbances(draw, load.type, draw.whole(1, 4));
  return {
    seed,
    load,
    batchSize: draw.one([25, 50, 100]),
    concurrency: draw.whole(1, 5),
    disturbances,
    cancelAt: draw.fraction() < 0.15 ? draw.fraction() * 0.9 : null,
    past: drawPast(seed, load.type),
    following: drawFollowing(seed, load.type),
    beside: Array.from({ length: draw.whole(0, 6) }, () => drawLoad(draw, 300, 1_000)),
  };
}
