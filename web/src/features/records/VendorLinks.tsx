import type { VendorLink } from './record-links.ts';
import './records.css';

interface VendorLinksProps {
  /** The subject of the links, for screen readers. */
  readonly about: string;
  readonly links: readonly VendorLink[];
}

/** The ways to a record in both systems. */
export function VendorLinks({ about, links }: VendorLinksProps) {
  return (
    <span className="vendor-links">
      {links.map(({ text, href }) => (
        <a
          key={text}
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={`${text}: ${about}, opens in a new tab`}
        >
          {text}
        </a>
      ))}
    </span>
  );
}
