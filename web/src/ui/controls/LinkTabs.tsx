import { Link } from 'react-router-dom';
import './link-tabs.css';

interface LinkTab {
  readonly text: string;
  readonly to: string;
  readonly current: boolean;
}

/** The parts of a page that have an address each: links, so that Back and a new window work as with any other. */
export function LinkTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly LinkTab[] }) {
  return (
    <nav className="link-tabs" aria-label={label}>
      {tabs.map(({ text, to, current }) => (
        <Link key={to} to={to} className="link-tab" {...(current ? { 'aria-current': 'page' } : {})}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
