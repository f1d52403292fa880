import type { ReactNode } from 'react';
import './facts.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** Steps back: the value does not hold right now. */
  readonly quiet?: boolean;
}

/** Names and values; a missing value reads as a dash. */
export function Facts({
  facts,
  columns = 1,
}: {
  readonly facts: readonly Fact[];
  readonly columns?: 1 | 2 | 5;
}) {
  return (
    <dl className={`facts facts-${columns}`}>
      {facts.map(({ label, value, quiet = false }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={quiet ? 'numbers facts-quiet' : 'numbers'}>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
