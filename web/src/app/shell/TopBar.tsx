import { CloseOutlined, MenuOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { BrandLink } from '../../components/Brand.tsx';
import { wrapTab } from '../../components/wrap-tab.ts';
import { Navigation } from './Navigation.tsx';
import { UserPanel } from './UserPanel.tsx';

/** The bar of phones; the navigation slides out in the browser's own modal dialog (focus, Escape and all). */
export function TopBar() {
  const menu = useRef<HTMLDialogElement>(null);
  const close = () => {
    menu.current?.close();
  };
  return (
    <header className="top-bar">
      <BrandLink />
      <Button
        type="text"
        icon={<MenuOutlined aria-hidden />}
        aria-label="Open the menu"
        aria-haspopup="dialog"
        onClick={() => {
          menu.current?.showModal();
        }}
      />
      <dialog
        ref={menu}
        className="menu"
        aria-label="Menu"
        onKeyDown={wrapTab}
        onClick={({ target, currentTarget }) => {
          // The dialog itself is hit only beside its content: on the backdrop.
          if (target === currentTarget) close();
        }}
      >
        <div className="menu-content">
          <Button
            className="menu-close"
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label="Close the menu"
            onClick={close}
          />
          <Navigation onNavigate={close} />
          <UserPanel />
        </div>
      </dialog>
    </header>
  );
}
