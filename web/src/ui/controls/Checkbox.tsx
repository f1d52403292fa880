import type { InputHTMLAttributes } from 'react';
import './checkbox.css';

/** The checkbox of all screens: a native one, because the sign-in page's size budget does not allow for antd's (ADR 73). */
export function Checkbox({ children, className = '', ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={`checkbox ${className}`}>
      <input {...rest} type="checkbox" />
      {children}
    </label>
  );
}
