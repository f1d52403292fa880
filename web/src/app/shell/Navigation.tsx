import { ApiOutlined, DashboardOutlined, SwapOutlined } from '@ant-design/icons';
import { NavLink } from 'react-router-dom';
import { usePrefetch } from '../../components/prefetch-context.ts';

const entries = [
  { to: '/', text: 'Dashboard', icon: DashboardOutlined, page: 'dashboard' as const },
  { to: '/connections', text: 'Connections', icon: ApiOutlined, page: 'connections' as const },
  { to: '/migrations', text: 'Migrations', icon: SwapOutlined, page: 'migrations' as const },
];

/** The main navigation; a page's code is fetched when the pointer or the focus comes near its entry. */
export function Navigation({ onNavigate }: { readonly onNavigate?: () => void }) {
  const prefetch = usePrefetch();
  return (
    <nav className="navigation" aria-label="Main">
      <ul>
        {entries.map(({ to, text, icon: Icon, page }) => (
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
