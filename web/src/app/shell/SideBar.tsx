import { BrandLink } from '../../ui/page/BareFrame.tsx';
import { Navigation } from './Navigation.tsx';
import { UserPanel } from './UserPanel.tsx';

/** The fixed bar of wide screens. */
export function SideBar() {
  return (
    <header className="side-bar">
      <BrandLink />
      <Navigation />
      <UserPanel />
    </header>
  );
}
