import { Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import './field.css';
import './switch-field.css';

interface SwitchFieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Something that is on or off, with what it means under it. */
export function SwitchField({ label, help, checked, onChange }: SwitchFieldProps) {
  const id = useId();
  const helpId = `${id}-help`;
  return (
    <div className="switch-field">
      <div>
        <label htmlFor={id}>{label}</label>
        {help ? (
          <p id={helpId} className="field-note">
            {help}
          </p>
        ) : null}
      </div>
      <Switch
        id={id}
        checked={checked}
        onChange={onChange}
        {...(help ? { 'aria-describedby': helpId } : {})}
      />
    </div>
  );
}
