import { MenuOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { BrandMark } from '../../components/Brand.tsx';
import { Navigation } from './Navigation.tsx';
import { UserPanel } from './UserPanel.tsx';

/** The bar of phones; the navigation slides out. */
export function TopBar() {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  return (
    <header className="top-bar">
      <Link to="/" className="brand">
        <BrandMark />
        Ridgeline
      </Link>
      <Button
        type="text"
        icon={<MenuOutlined />}
        aria-label="Open the menu"
        aria-expanded={open}
        onClick={() => {
          setOpen(true);
        }}
      />
      <Drawer open={open} onClose={close} title="Menu" placement="right" size={280}>
        <div className="top-bar-menu">
          <Navigation onNavigate={close} />
          <UserPanel />
        </div>
      </Drawer>
    </header>
  );
}
