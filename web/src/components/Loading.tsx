import type { ReactNode } from 'react';
import './loading.css';

/** Shows a skeleton after 150 ms, so that a fast answer causes no flicker. */
export function Loading({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{label}</span>
      <div aria-hidden>{children}</div>
    </div>
  );
}

/** Rows in the shape of a table or a list. */
export function SkeletonRows({ rows }: { readonly rows: number }) {
  return (
    <div className="skeleton-rows">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="skeleton-line" />
      ))}
    </div>
  );
}

/** A box in the shape of a card. */
export function SkeletonCard({ lines }: { readonly lines: number }) {
  return (
    <div className="skeleton-card">
      <span className="skeleton-line skeleton-title" />
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-line" />
      ))}
    </div>
  );
}
