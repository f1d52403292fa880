import type { Connection } from '@ridgeline/contracts';

/** The connections whose name contains the text, without regard to case; all of them for an empty text. */
export function searchByName<C extends Pick<Connection, 'name'>>(
  connections: readonly C[],
  text: string,
): readonly C[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? connections : connections.filter(({ name }) => name.toLowerCase().includes(wanted));
}
