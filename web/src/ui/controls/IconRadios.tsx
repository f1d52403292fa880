import { useId, type ComponentType } from 'react';
import { Tooltip } from './Tooltip.tsx';

interface IconRadiosProps<Value extends string> {
  readonly choices: readonly {
    readonly value: Value;
    /** The icon's meaning: its name and its tooltip. */
    readonly text: string;
    readonly icon: ComponentType<{ 'aria-hidden': true }>;
  }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** One of a few choices, as icons: the browser's own radio buttons, so that the arrow keys work. */
export function IconRadios<Value extends string>({ choices, chosen, onChoose }: IconRadiosProps<Value>) {
  const name = useId();
  return choices.map(({ value, text, icon: Icon }) => (
    <Tooltip key={value} title={text}>
      <label>
        <input
          type="radio"
          className="visually-hidden"
          name={name}
          value={value}
          aria-label={text}
          checked={chosen === value}
          onChange={() => {
            onChoose(value);
          }}
        />
        <Icon aria-hidden />
      </label>
    </Tooltip>
  ));
}
