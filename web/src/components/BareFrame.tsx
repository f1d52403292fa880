import type { ReactNode } from 'react';
import { BrandLink } from './Brand.tsx';
import './bare-frame.css';
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
