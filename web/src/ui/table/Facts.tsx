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
  figures = false,
}: {
  readonly facts: readonly Fact[];
  readonly columns?: 1 | 2 | 5;
  /** The values are numbers and times: their digits have one width, and so have the signs between them. */
  readonly figures?: boolean;
}) {
  return (
    <dl className={`facts facts-${columns}${figures ? ' numbers' : ''}`}>
      {facts.map(({ label, value, quiet = false }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={quiet ? 'facts-quiet' : undefined}>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
