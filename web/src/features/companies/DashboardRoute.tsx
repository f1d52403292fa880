import { DashboardPage } from '../dashboard/DashboardPage.tsx';
import { ForAdministrators } from './ForAdministrators.tsx';

/** The dashboard: of all companies for administrators, else of one's own. */
export function DashboardRoute() {
  return (
    <ForAdministrators page="dashboard">
      <DashboardPage />
    </ForAdministrators>
  );
}
