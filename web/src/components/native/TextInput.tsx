import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import './text-input.css';

interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>;
  /** Inside of the frame, at the right. */
  readonly suffix?: ReactNode;
}

/** The browser's own field with the looks of antd's, for pages that do without antd too (ADR 44). */
export function TextInput({ suffix, ...rest }: TextInputProps) {
  return (
    <span className="text-input">
      <input spellCheck={false} {...rest} />
      {suffix}
    </span>
  );
}
