import type { ChaosPlan } from './chaos-plan.ts';

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
  const size = `${String(plan.contacts)} contacts, batches of ${String(plan.batchSize)}`;
  return `${size}${besideText(plan)}: ${parts.join('; ')}${cancel}`;
}

function besideText({ beside }: ChaosPlan): string {
  return beside.length === 0 ? '' : `, beside companies of ${beside.join(', ')}`;
}
