import type { ReactNode } from 'react';
import { PageTitle } from '../../components/PageHeader.tsx';
import { Pitch } from './Pitch.tsx';
import './auth.css';

interface AuthFrameProps {
  /** The document's title. */
  readonly page: string;
  readonly heading: string;
  readonly children: ReactNode;
}

/** What the product is at the left, the way in at the right. */
export function AuthFrame({ page, heading, children }: AuthFrameProps) {
  return (
    <div className="auth">
      <PageTitle page={page} />
      <Pitch />
      <main className="auth-main">
        <div className="auth-box">
          <h1>{heading}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
