import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { IconRadios } from '../../ui/controls/IconRadios.tsx';
import { useAppearance } from '../../ui/theme/appearance.ts';

const choices = [
  { value: 'system', text: 'As the system', icon: DesktopOutlined },
  { value: 'light', text: 'Light', icon: SunOutlined },
  { value: 'dark', text: 'Dark', icon: MoonOutlined },
] as const;

/** Light, dark or as the system. */
export function AppearanceSwitch() {
  const { choice, choose } = useAppearance();
  return (
    <fieldset className="appearance">
      <legend>Appearance</legend>
      <div className="appearance-choices">
        <IconRadios choices={choices} chosen={choice} onChoose={choose} />
      </div>
    </fieldset>
  );
}
