import type { ChaosPlan, Load } from './chaos-plan.ts';

/** A plan in one line, for people. */
export function describePlan(plan: ChaosPlan): string {
  const parts = plan.disturbances.map(({ at, disturbance }) => {
    const { kind, ...rest } = disturbance;
    const facts = Object.entries(rest).map(([name, value]) =>
      Array.isArray(value) ? `${String(value.length)} ${name}` : `${name} ${String(value)}`,
    );
    return `${kind}${facts.length > 0 ? ` (${facts.join(', ')})` : ''} at ${at.toFixed(2)}`;
  });
  const cancel = plan.cancelAt === null ? '' : `; cancelled at ${plan.cancelAt.toFixed(2)}`;
  const size = `${loadText(plan.load)}, batches of ${String(plan.batchSize)}`;
  return `${size}${besideText(plan)}${pastText(plan)}: ${parts.join('; ')}${cancel}`;
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
