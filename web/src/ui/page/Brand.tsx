import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './bare-frame.css';
import './brand.css';
import './state.css';

/** The frame of the few pages outside of the app's own: the brand, and a message in the middle. */
export function BareFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="bare-frame">
      <header>
        <BrandLink />
      </header>
      <main className="state">{children}</main>
    </div>
  );
}

/** What is shown while the page starts: the same as index.html holds, so that nothing jumps. */
export function Splash() {
  return (
    <div className="splash" role="status">
      <p className="splash-name">Ridgeline</p>
      <p className="splash-line">
        Copies your contacts and jobs from AccuLynx to HubSpot, and accounts for every one of them.
      </p>
      <p className="splash-wait">Loading…</p>
    </div>
  );
}

/** The product's mark: a ridge line. */
export function BrandMark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable="false">
      <rect width="24" height="24" rx="6" fill="var(--ant-color-primary)" />
      <path
        d="M4 17 9.5 8.5 13 13.2 15.6 9.8 20 17"
        fill="none"
        stroke="var(--ridgeline-on-accent)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The mark with the name; leads home. */
export function BrandLink() {
  return (
    <Link to="/" className="brand">
      <BrandMark />
      Ridgeline
    </Link>
  );
}
