import { useId, type ReactNode } from 'react';
import './facts.css';
import './panel.css';

interface PanelProps {
  readonly title: string;
  /** For links to this part of the page, which take the keyboard there. */
  readonly id?: string;
  /** Beside the title: a help link. */
  readonly marks?: ReactNode;
  /** At the right of the title: filters, a link. */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
  /** Lets tables reach the panel's edges. */
  readonly flush?: boolean;
}

/** A part of a page with its heading: a hairline, no shadow. */
export function Panel({ title, id, marks, extra, children, flush = false }: PanelProps) {
  const headingId = useId();
  return (
    <section className="panel" {...(id ? { id, tabIndex: -1 } : {})} aria-labelledby={headingId}>
      <div className="panel-head">
        <div className="panel-title">
          <h2 id={headingId}>{title}</h2>
          {marks}
        </div>
        {extra}
      </div>
      <div className={flush ? 'panel-body panel-body-flush' : 'panel-body'}>{children}</div>
    </section>
  );
}

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
  /** Whether the values are numbers and times, which get digits and separators of equal width. */
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
