import type { Connection } from '@ridgeline/contracts';

type Searched = Pick<Connection, 'name' | 'hubSpotPortalId'>;

/** Connections whose name or portal id contains the text, without regard to case. */
export function searchConnections<C extends Searched>(connections: readonly C[], text: string): C[] {
  const wanted = text.trim().toLowerCase();
  return connections.filter(
    ({ name, hubSpotPortalId }) =>
      name.toLowerCase().includes(wanted) || (hubSpotPortalId?.toLowerCase().includes(wanted) ?? false),
  );
}
