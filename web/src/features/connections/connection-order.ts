import type { Connection } from '@ridgeline/contracts';

const group = (name: string): string => name.split(' - ')[0] ?? name;

const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { sensitivity: 'base' });

/** Connections by the part of the name before ' - ', then by the whole name, without regard to case. */
export function inOrder<C extends Pick<Connection, 'name'>>(connections: readonly C[]): C[] {
  return [...connections].sort((a, b) => compare(group(a.name), group(b.name)) || compare(a.name, b.name));
}
