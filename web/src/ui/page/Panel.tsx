import { useId, type ReactNode } from 'react';
import './panel.css';

interface PanelProps {
  readonly title: string;
  /** For links to this part of the page, which take the keyboard there. */
  readonly id?: string;
  /** At the right of the title: filters, a link. */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
  /** Lets tables reach the panel's edges. */
  readonly flush?: boolean;
}

/** A part of a page with its heading: a hairline, no shadow. */
export function Panel({ title, id, extra, children, flush = false }: PanelProps) {
  const headingId = useId();
  return (
    <section className="panel" {...(id ? { id, tabIndex: -1 } : {})} aria-labelledby={headingId}>
      <div className="panel-head">
        <h2 id={headingId}>{title}</h2>
        {extra}
      </div>
      <div className={flush ? 'panel-body panel-body-flush' : 'panel-body'}>{children}</div>
    </section>
  );
}
