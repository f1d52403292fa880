import { MigrationsPage } from '../migrations/history/MigrationsPage.tsx';
import { ForAdministrators } from './ForAdministrators.tsx';

/** Migrations: of all companies for administrators, else of one's own. */
export function MigrationsRoute() {
  return (
    <ForAdministrators page="migrations">
      <MigrationsPage />
    </ForAdministrators>
  );
}
