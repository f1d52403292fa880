import type { Connection } from '@ridgeline/contracts';

/** The list with this connection in the place of its former copy, or at the end when it is new. */
export function withConnection(list: readonly Connection[], connection: Connection): Connection[] {
  return list.some(({ id }) => id === connection.id)
    ? list.map((one) => (one.id === connection.id ? connection : one))
    : [...list, connection];
}
