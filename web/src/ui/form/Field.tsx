import { useId, type ReactNode } from 'react';
import './field.css';

/** The attributes that link a control to its label, help and error. */
interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

interface FieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  /** Beside the label: a help link. */
  readonly marks?: ReactNode;
  /** Appears and disappears at the right of the label; an empty text reserves its place. */
  readonly hint?: string;
  /** Between the control and its help. */
  readonly below?: ReactNode;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A labeled control: label above, help under it, the error in the help's place. */
export function Field({ label, help, error, optional = false, marks, hint, below, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? help;
  return (
    <div className="field">
      <div className="field-head">
        <div className="field-label">
          <label htmlFor={id}>
            {label}
            {optional ? <span className="field-optional"> (optional)</span> : null}
          </label>
          {marks}
        </div>
        {hint === undefined ? null : (
          <span className="field-hint" role="status">
            {hint}
          </span>
        )}
      </div>
      {children({
        id,
        ...(note ? { 'aria-describedby': noteId } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {below}
      {note ? (
        <p id={noteId} className={error ? 'field-note field-note-error' : 'field-note'}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
