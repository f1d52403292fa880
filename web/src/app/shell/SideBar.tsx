import { Link } from 'react-router-dom';
import { BrandMark } from '../../components/Brand.tsx';
import { Navigation } from './Navigation.tsx';
import { UserPanel } from './UserPanel.tsx';

/** The fixed bar of wide screens. */
export function SideBar() {
  return (
    <header className="side-bar">
      <Link to="/" className="brand">
        <BrandMark />
        Ridgeline
      </Link>
      <Navigation />
      <UserPanel />
    </header>
  );
}
