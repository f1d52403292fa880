import { ConnectionsPage } from '../connections/ConnectionsPage.tsx';
import { ForAdministrators } from './ForAdministrators.tsx';

/** Connections: of all companies for administrators, else of one's own. */
export function ConnectionsRoute() {
  return (
    <ForAdministrators page="connections">
      <ConnectionsPage />
    </ForAdministrators>
  );
}
