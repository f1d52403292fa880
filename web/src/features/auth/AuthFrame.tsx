import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { PageTitle } from '../../ui/page/PageHeader.tsx';
import { useSession } from '../session/session-context.ts';
import { Pitch } from './Pitch.tsx';
import './auth.css';

interface AuthFrameProps {
  /** The document's title. */
  readonly page: string;
  readonly heading: string;
  readonly children: ReactNode;
}

/** What the product is at the left, the way in at the right; who signed out here has the keyboard at the way in. */
export function AuthFrame({ page, heading, children }: AuthFrameProps) {
  const { left } = useSession();
  const main = useRef<HTMLElement>(null);
  const came = left !== null;
  useLayoutEffect(() => {
    if (came) main.current?.focus({ preventScroll: true });
  }, [came]);
  return (
    <div className="auth">
      <PageTitle page={page} />
      <Pitch />
      <main id="content" className="auth-main" tabIndex={-1} ref={main}>
        <div className="auth-box">
          <h1>{heading}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
