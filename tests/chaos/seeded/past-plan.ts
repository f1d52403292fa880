import type { TargetObject, SourceListName } from '@ridgeline/testkit';
import { seededDraw } from '../disturbing/seeded-draw.ts';

/** What users do between two migrations, in HubSpot or in AccuLynx. */
const acts = {
  /** Done to contacts and deals in HubSpot. */
  hubspot: [
    'merge',
    'merge-chain',
    'merge-into-own',
    'merge-own',
    'delete',
    'retype-id',
    'clear-id',
    'put-own',
  ],
  /** Done to contacts in AccuLynx; a migration of jobs does not read them again. */
  contacts: ['rename-contact', 'change-email'],
  /** Done to jobs in AccuLynx, to some of them after their deal was moved in HubSpot. */
  jobs: ['rename-job', 'new-milestone', 'moved-by-hand', 'refused-stage', 'new-job-contact'],
} as const;

export type Act = (typeof acts)[keyof typeof acts][number];

/** One thing that users do, to so many records. */
interface PeopleStep {
  readonly act: Act;
  readonly object: TargetObject;
  /** The position of its records, as a share of those that no other step uses. */
  readonly at: number;
  readonly times: number;
}

/** A first migration, and what users do after it. */
export interface Past {
  /** Whether a merge in HubSpot leaves the primary record or makes a new one. */
  readonly mergeMakes: 'primary' | 'record';
  readonly steps: readonly PeopleStep[];
}

/** A separate stream, so that draws here do not change a seed's disturbances. */
const ownStream = 0x9a57;

/** Draws what happened before a run; for about half of the seeds, nothing. */
export function drawPast(seed: number, type: SourceListName): Past | null {
  const draw = seededDraw(seed ^ ownStream);
  if (draw.fraction() < 0.5) return null;
  const mergeMakes = draw.one(['primary', 'record'] as const);
  const steps = Array.from({ length: draw.whole(4, 8) }, (): PeopleStep => {
    const isInHubspot = draw.fraction() < 0.6;
    const object = type === 'jobs' && !(isInHubspot && draw.fraction() < 0.5) ? 'deals' : 'contacts';
    const act = draw.one<Act>(isInHubspot ? acts.hubspot : acts[type]);
    return { act, object, at: draw.fraction(), times: draw.whole(1, 3) };
  });
  return { mergeMakes, steps };
}
