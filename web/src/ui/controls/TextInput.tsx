import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import './text-input.css';

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  readonly ref?: Ref<HTMLInputElement>;
  /** Inside of the frame, at the left. */
  readonly prefix?: ReactNode;
  /** Inside of the frame, at the right. */
  readonly suffix?: ReactNode;
}

/** The text field of all screens: a native one, because the sign-in page's size budget does not allow for antd's (ADR 73). */
export function TextInput({ prefix, suffix, className = '', ...rest }: TextInputProps) {
  return (
    <span className={`text-input ${className}`}>
      {prefix}
      <input spellCheck={false} {...rest} />
      {suffix}
    </span>
  );
}

/** Several lines of text. */
export function TextArea(props: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <span className="text-input text-area">
      <textarea {...props} />
    </span>
  );
}
