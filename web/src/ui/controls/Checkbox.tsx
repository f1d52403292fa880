import type { InputHTMLAttributes } from 'react';
import './checkbox.css';

/** The checkbox of every screen: the browser's own, because the sign-in page has no room for antd's (ADR 73). */
export function Checkbox({ children, className = '', ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={`checkbox ${className}`}>
      <input {...rest} type="checkbox" />
      {children}
    </label>
  );
}
