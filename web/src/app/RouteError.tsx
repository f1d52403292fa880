import { Button } from 'antd';
import { useRouteError } from 'react-router-dom';
import { PageTitle } from '../components/PageHeader.tsx';
import '../components/state.css';

/** A chunk of an older build is gone after a deployment; the page only needs to be loaded afresh. */
const isMissingChunk = (error: unknown) =>
  error instanceof TypeError && /import|module|preload/i.test(error.message);

/** What a page shows when it broke. */
export function RouteError() {
  const missingChunk = isMissingChunk(useRouteError());
  return (
    <main className="state" role="alert">
      <PageTitle page="Something went wrong" />
      <h1>{missingChunk ? 'A new version is there' : 'This page broke'}</h1>
      <p>
        {missingChunk
          ? 'Ridgeline was updated while you had it open. Reload to go on.'
          : 'Something went wrong while showing this page. Your data and running migrations are not affected.'}
      </p>
      <Button type="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </main>
  );
}
