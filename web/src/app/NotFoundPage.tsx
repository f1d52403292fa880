import { Link } from 'react-router-dom';
import { PageTitle } from '../components/PageHeader.tsx';
import '../components/state.css';

export function NotFoundPage() {
  return (
    <main className="state">
      <PageTitle page="404 Page Not Found" />
      <h1>404 Page Not Found</h1>
      <p>Did you forget to add the page to the router?</p>
      <Link to="/">Go to the dashboard</Link>
    </main>
  );
}
