import { ArrowLeftOutlined } from '@ant-design/icons';
import { ApiError } from '@ridgeline/contracts';
import { Link, useParams } from 'react-router-dom';
import { Loading } from '../../ui/page/Loading.tsx';
import { PageHeader, PageTitle } from '../../ui/page/PageHeader.tsx';
import { ErrorState } from '../../ui/page/PageStates.tsx';
import { goneTexts } from '../connections/actions/texts.ts';
import { useConnectionDialog } from '../connections/actions/use-connection-dialog.ts';
import { useConnection } from '../connections/use-connections.ts';
import { ConnectionSkeleton } from './ConnectionSkeleton.tsx';
import { ConnectionView } from './ConnectionView.tsx';
import '../../ui/page/state.css';
import './connection-page.css';

/** One connection with everything known about it; users can share its URL. */
export function ConnectionPage() {
  const { id = '' } = useParams();
  const { data, error, mutate } = useConnection(id);
  const { open } = useConnectionDialog();
  // An address that is no connection's is answered with 400. When another user deletes the connection while its form is open,
  // the form stays, and says so itself.
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (gone && !(data && open)) return <ConnectionNotFound />;
  return (
    <>
      <Link to="/connections" className="page-back">
        <ArrowLeftOutlined aria-hidden /> All connections
      </Link>
      {data ? (
        <ConnectionView connection={data} />
      ) : error ? (
        <>
          <PageHeader title="Connection" />
          <div className="state-card">
            <ErrorState title="Could not load the connection" error={error} onRetry={() => void mutate()} />
          </div>
        </>
      ) : (
        <>
          <PageHeader title="Connection" />
          <Loading label="Loading the connection">
            <ConnectionSkeleton />
          </Loading>
        </>
      )}
    </>
  );
}

function ConnectionNotFound() {
  return (
    <>
      <PageTitle page={goneTexts.title} />
      <div className="state-card">
        <div className="state">
          <h1>{goneTexts.title}</h1>
          <p>{goneTexts.text}</p>
          <Link to="/connections">All connections</Link>
        </div>
      </div>
    </>
  );
}
