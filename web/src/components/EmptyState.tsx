import type { ReactNode } from 'react';
import './state.css';

interface EmptyStateProps {
  readonly title: string;
  /** Why it is empty, and what would fill it. */
  readonly text: string;
  readonly art?: ReactNode;
  readonly action?: ReactNode;
}

/** What a page shows when there is nothing yet. */
export function EmptyState({ title, text, art, action }: EmptyStateProps) {
  return (
    <div className="state">
      {art}
      <h2>{title}</h2>
      <p>{text}</p>
      {action}
    </div>
  );
}
