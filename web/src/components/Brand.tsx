import { Link } from 'react-router-dom';
import './brand.css';

/** The product's mark: a ridge line. */
export function BrandMark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable="false">
      <rect width="24" height="24" rx="6" fill="var(--ant-color-primary)" />
      <path
        d="M4 17 9.5 8.5 13 13.2 15.6 9.8 20 17"
        fill="none"
        stroke="var(--ridgeline-on-accent)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The mark with the name; leads home. */
export function BrandLink() {
  return (
    <Link to="/" className="brand">
      <BrandMark />
      Ridgeline
    </Link>
  );
}
