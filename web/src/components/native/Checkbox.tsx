import type { InputHTMLAttributes } from 'react';
import './checkbox.css';

/** The browser's own checkbox with the looks of antd's, for pages that do without antd (ADR 44). */
export function Checkbox({ children, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="checkbox">
      <input {...rest} type="checkbox" />
      {children}
    </label>
  );
}
