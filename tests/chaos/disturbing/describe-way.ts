import type { Way } from './disturbance.ts';

/** What happens to a migration, in words. */
export function describeWay({ disturbances, cancelAt }: Way): string {
  const parts = disturbances.map(({ at, disturbance }) => {
    const { kind, ...rest } = disturbance;
    const facts = Object.entries(rest).map(([name, value]) =>
      Array.isArray(value) ? `${String(value.length)} ${name}` : `${name} ${String(value)}`,
    );
    return `${kind}${facts.length > 0 ? ` (${facts.join(', ')})` : ''} at ${at.toFixed(2)}`;
  });
  const cancel = cancelAt === null ? [] : [`cancelled at ${cancelAt.toFixed(2)}`];
  return [...parts, ...cancel].join('; ');
}
