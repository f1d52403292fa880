import type { ReactNode } from 'react';
import './facts.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Names and values; a missing value reads as a dash. */
export function Facts({
  facts,
  columns = 1,
}: {
  readonly facts: readonly Fact[];
  readonly columns?: 1 | 2 | 4;
}) {
  return (
    <dl className={`facts facts-${columns}`}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="numbers">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
