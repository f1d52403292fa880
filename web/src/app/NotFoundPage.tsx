import { Link } from 'react-router-dom';
import { BareFrame } from '../ui/page/BareFrame.tsx';
import { PageTitle } from '../ui/page/PageHeader.tsx';
import '../ui/page/state.css';

export function NotFoundPage() {
  return (
    <BareFrame>
      <PageTitle page="404 Page Not Found" />
      <h1>404 Page Not Found</h1>
      <p>Did you forget to add the page to the router?</p>
      <Link to="/">Go to the dashboard</Link>
    </BareFrame>
  );
}
