import { LoadingOutlined } from '@ant-design/icons';
import type { ButtonHTMLAttributes } from 'react';
import './button.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'primary' | 'plain' | 'link' | 'icon';
  /** As wide as its place. */
  readonly block?: boolean;
  /** At work: it shows so, and takes no further click. */
  readonly loading?: boolean;
}

/** The browser's own button with the looks of antd's, for pages that do without antd (ADR 44). */
export function Button({
  look = 'plain',
  block = false,
  loading = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${look} ${block ? 'button-block' : ''} ${className}`}
      aria-busy={loading}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {loading ? <LoadingOutlined aria-hidden /> : null}
      {children}
    </button>
  );
}
