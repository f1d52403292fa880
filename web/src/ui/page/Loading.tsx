import { useState, type ReactNode } from 'react';
import './held-back.css';
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

/** Lines in the shape of a paragraph. */
export function SkeletonText({ lines }: { readonly lines: number }) {
  return (
    <div className="skeleton-text">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-line" />
      ))}
    </div>
  );
}

/** A short word or a number within a text. */
export function SkeletonWord() {
  return <span className="skeleton-line skeleton-word" />;
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

interface HeldBackProps {
  /** Whether the height of all parts is known; once true, it stays true. */
  readonly until: boolean;
  /** What is loading, for screen readers. */
  readonly label: string;
  /** Shown until then. */
  readonly skeleton: ReactNode;
  readonly children: ReactNode;
}

/** Reveals several parts together, so that they do not push one another around as they load; until then, they load hidden. */
export function RevealTogether({ until, label, skeleton, children }: HeldBackProps) {
  const [settled, setSettled] = useState(until);
  if (until && !settled) setSettled(true);
  return (
    <>
      {settled ? null : <Loading label={label}>{skeleton}</Loading>}
      <div className="held-back" hidden={!settled}>
        {children}
      </div>
    </>
  );
}
