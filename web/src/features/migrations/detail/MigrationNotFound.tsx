import { Link } from 'react-router-dom';
import { PageTitle } from '../../../ui/page/PageHeader.tsx';
import '../../../ui/page/state.css';

/** What stands in place of a migration that the company does not have. */
export function MigrationNotFound({ id }: { readonly id: string }) {
  return (
    <div className="state-card">
      <PageTitle page="Migration Not Found" />
      <div className="state">
        <h1>Migration Not Found</h1>
        <p>There is no migration #{id} in your company.</p>
        <Link to="/migrations">Back to migrations</Link>
      </div>
    </div>
  );
}
