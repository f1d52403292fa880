import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { useId } from 'react';
import { Tooltip } from '../../components/Tooltip.tsx';
import { useAppearance, type AppearanceChoice } from '../appearance.ts';

const choices: readonly {
  readonly value: AppearanceChoice;
  readonly text: string;
  readonly icon: typeof SunOutlined;
}[] = [
  { value: 'system', text: 'As the system', icon: DesktopOutlined },
  { value: 'light', text: 'Light', icon: SunOutlined },
  { value: 'dark', text: 'Dark', icon: MoonOutlined },
];

/** Light, dark or as the system: the browser's own radio buttons, so that the arrow keys work. */
export function AppearanceSwitch() {
  const { choice, choose } = useAppearance();
  const name = useId();
  return (
    <fieldset className="appearance">
      <legend>Appearance</legend>
      <div className="appearance-choices">
        {choices.map(({ value, text, icon: Icon }) => (
          <Tooltip key={value} title={text}>
            <label>
              <input
                type="radio"
                className="visually-hidden"
                name={name}
                value={value}
                aria-label={text}
                checked={choice === value}
                onChange={() => {
                  choose(value);
                }}
              />
              <Icon aria-hidden />
            </label>
          </Tooltip>
        ))}
      </div>
    </fieldset>
  );
}
