import { DesktopOutlined, LogoutOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { Avatar } from '../../features/session/Avatar.tsx';
import { fullName } from '../../features/session/person.ts';
import { useUser } from '../../features/session/session-context.ts';
import { useSignOut } from '../../features/session/use-sign-out.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconRadios } from '../../ui/controls/IconRadios.tsx';
import { Tooltip } from '../../ui/controls/Tooltip.tsx';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { useAppearance } from '../../ui/theme/appearance.ts';

/** How the app looks, who is signed in, and the way out. */
export function UserPanel() {
  const user = useUser();
  const signOut = useSignOut();
  const [leaving, setLeaving] = useState(false);
  const name = fullName(user);

  const leave = async () => {
    setLeaving(true);
    await signOut();
    setLeaving(false);
  };
  return (
    <div className="user-panel">
      <AppearanceSwitch />
      <div className="user-panel-person">
        <Avatar person={user} size="md" />
        <div className="user-panel-text">
          {name ? (
            <p className="user-panel-name">
              <OneLine text={name} />
            </p>
          ) : null}
          <p className="user-panel-email" title={user.email}>
            {user.email}
          </p>
        </div>
        <Tooltip title="Log out">
          <Button
            look="text"
            icon={<LogoutOutlined aria-hidden />}
            aria-label="Log out"
            loading={leaving}
            onClick={() => void leave()}
          />
        </Tooltip>
      </div>
    </div>
  );
}

const choices = [
  { value: 'system', text: 'System', icon: DesktopOutlined },
  { value: 'light', text: 'Light', icon: SunOutlined },
  { value: 'dark', text: 'Dark', icon: MoonOutlined },
] as const;

/** Light, dark or as the system. */
function AppearanceSwitch() {
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
