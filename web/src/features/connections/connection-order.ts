import type { Connection } from '@ridgeline/contracts';

const group = (name: string): string => name.split(' - ')[0] ?? name;

/** Made once: comparing with a new one each time is ten times slower, which shows at 2,000 connections. */
const { compare } = new Intl.Collator('en', { sensitivity: 'base' });

/** Connections by the part of the name before ' - ', then by the whole name, without regard to case. */
export function inOrder<C extends Pick<Connection, 'name'>>(connections: readonly C[]): C[] {
  return connections
    .map((connection) => ({ connection, group: group(connection.name) }))
    .sort((a, b) => compare(a.group, b.group) || compare(a.connection.name, b.connection.name))
    .map(({ connection }) => connection);
}
