import { describeWay } from '../disturbing/describe-way.ts';
import { describeFollowing } from '../following/following-plan.ts';
import type { ChaosPlan, Load } from './chaos-plan.ts';

/** A plan in one line, for people. */
export function describePlan(plan: ChaosPlan): string {
  const size = `${loadText(plan.load)}, batches of ${String(plan.batchSize)}`;
  return `${size}${besideText(plan)}${pastText(plan)}: ${describeWay(plan)}${followingText(plan)}`;
}

function followingText({ following }: ChaosPlan): string {
  return following ? `; around it: ${describeFollowing(following)}` : '';
}

function besideText({ beside }: ChaosPlan): string {
  return beside.length === 0 ? '' : `, beside companies of ${beside.map(loadText).join(', ')}`;
}

function pastText({ past }: ChaosPlan): string {
  if (!past) return '';
  const steps = past.steps.map(({ act, object, times }) => `${act} ${String(times)} ${object}`);
  return `, after a past (a merge makes: ${past.mergeMakes}) of ${steps.join(', ')}`;
}

function loadText({ type, contacts, jobs, contactsFirst }: Load): string {
  if (type === 'contacts') return `${String(contacts)} contacts`;
  return `${String(jobs)} jobs ${contactsFirst ? 'after' : 'of'} ${String(contacts)} contacts`;
}
