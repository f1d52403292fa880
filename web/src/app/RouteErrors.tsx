import { useEffect } from 'react';
import { Link, useRouteError } from 'react-router-dom';
import { Button } from '../ui/controls/Button.tsx';
import { BareFrame } from '../ui/page/Brand.tsx';
import { PageTitle } from '../ui/page/PageHeader.tsx';
import '../ui/page/state.css';

/**
 * A page's code or style failed to load: the network is down, or a deployment has replaced the build that this page belongs
 * to. For scripts, browsers throw a TypeError with their own wording; for styles, Vite throws an Error ('Unable to preload
 * CSS').
 */
const isMissingChunk = (error: unknown) =>
  (error instanceof TypeError && /import|module/i.test(error.message)) ||
  (error instanceof Error && error.message.startsWith('Unable to preload CSS'));

const broke = {
  title: 'This page broke',
  text: 'Something went wrong while showing this page. Your data and running migrations are not affected.',
};
const offline = {
  title: 'Connection Error',
  text: 'Connection terminated due to connection timeout. Your data and running migrations are not affected.',
};
const outdated = {
  title: 'Could not load this page',
  text: 'The connection failed, or Ridgeline was updated while you had it open. Refresh the page to continue.',
};

const refresh = () => {
  window.location.reload();
};

/** Replaces a page that broke; the navigation around it still works. */
export function PageError() {
  return (
    <div className="state" role="alert">
      <WhatBroke />
    </div>
  );
}

/** Replaces the whole app when its frame broke. */
export function AppError() {
  return (
    <BareFrame>
      <WhatBroke />
    </BareFrame>
  );
}

function WhatBroke() {
  const missingChunk = isMissingChunk(useRouteError());
  const { title, text } = missingChunk ? (navigator.onLine ? outdated : offline) : broke;
  useEffect(() => {
    if (!missingChunk) return;
    // The page reloads as soon as there is a network, just as the dialog of a lost connection closes automatically.
    window.addEventListener('online', refresh);
    return () => {
      window.removeEventListener('online', refresh);
    };
  }, [missingChunk]);
  return (
    <>
      <PageTitle page={title} />
      <h1>{title}</h1>
      <p>{text}</p>
      <Button look="primary" onClick={refresh}>
        Refresh Page
      </Button>
      <Link to="/">Go to the dashboard</Link>
    </>
  );
}

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
