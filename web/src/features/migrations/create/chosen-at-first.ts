import type { Connection } from '@ridgeline/contracts';
import { unusableReason } from '../../connections/connection-health.ts';

type Choosable = Pick<Connection, 'id' | 'acculynxStatus' | 'hubspotStatus'>;

/** What is chosen when the dialog opens: the connection that the address names, else the only one that works. */
export function chosenAtFirst(connections: readonly Choosable[], asked: string | null): readonly number[] {
  const named = connections.find(({ id }) => String(id) === asked);
  if (named) return [named.id];
  const usable = connections.filter((one) => unusableReason(one) === null);
  return usable.length === 1 ? usable.map(({ id }) => id) : [];
}
