import type { ReactNode } from 'react';
import './page-header.css';

interface PageHeaderProps {
  readonly title: string;
  /** The document's title where it differs. */
  readonly page?: string;
  /** The purpose of the page, in one line. */
  readonly purpose?: ReactNode;
  /** Beside the title: a status or the live badge. */
  readonly marks?: ReactNode;
  readonly actions?: ReactNode;
}

/** The head of a page; it names the document too. */
export function PageHeader({ title, page = title, purpose, marks, actions }: PageHeaderProps) {
  return (
    <header className="page-header">
      <PageTitle page={page} />
      <div className="page-header-text">
        <div className="page-header-line">
          <h1>{title}</h1>
          {marks}
        </div>
        {purpose ? <p>{purpose}</p> : null}
      </div>
      {actions ? <div className="page-header-actions">{actions}</div> : null}
    </header>
  );
}

/** The document's title, with the product's name. */
export function PageTitle({ page }: { readonly page: string }) {
  return <title>{`${page} - Ridgeline`}</title>;
}
