import { Skeleton } from 'antd';
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
        <Skeleton key={row} active title={false} paragraph={{ rows: 1, width: '100%' }} />
      ))}
    </div>
  );
}

/** A box in the shape of a card. */
export function SkeletonCard({ lines }: { readonly lines: number }) {
  return (
    <div className="skeleton-card">
      <Skeleton active paragraph={{ rows: lines }} />
    </div>
  );
}
