import {
  ApiOutlined,
  DashboardOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  SwapOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { NavLink } from 'react-router-dom';
import { useUser } from '../../features/session/session-context.ts';
import { usePrefetch } from '../../ui/page/prefetch-context.ts';

const entries = [
  { to: '/', text: 'Dashboard', icon: DashboardOutlined, page: 'dashboard' as const },
  { to: '/connections', text: 'Connections', icon: ApiOutlined, page: 'connections' as const },
  { to: '/migrations', text: 'Migrations', icon: SwapOutlined, page: 'migrations' as const },
  { to: '/settings', text: 'Settings', icon: SettingOutlined, page: 'settings' as const },
];

const forAdministrators = [{ to: '/users', text: 'Users', icon: TeamOutlined, page: 'users' as const }];

/** Last, where users look for it. */
const help = { to: '/help', text: 'Help', icon: QuestionCircleOutlined, page: 'help' as const };

/** The main navigation; a page's code is fetched when the pointer or the focus comes near its entry. */
export function Navigation({ onNavigate }: { readonly onNavigate?: () => void }) {
  const prefetch = usePrefetch();
  const { administrator } = useUser();
  const shown = [...entries, ...(administrator ? forAdministrators : []), help];
  return (
    <nav className="navigation" aria-label="Main">
      <ul>
        {shown.map(({ to, text, icon: Icon, page }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/'}
              className="navigation-link"
              onClick={() => onNavigate?.()}
              onPointerEnter={() => prefetch.now(page)}
              onFocus={() => prefetch.now(page)}
            >
              <Icon aria-hidden />
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
