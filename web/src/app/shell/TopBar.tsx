import { CloseOutlined, MenuOutlined } from '@ant-design/icons';
import { useRef } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { wrapTab } from '../../ui/controls/keyboard-focus.ts';
import { BrandLink } from '../../ui/page/Brand.tsx';
import { Navigation } from './Navigation.tsx';
import { RecordSearch } from './RecordSearch.tsx';
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
        look="text"
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
          // A click on the backdrop targets the dialog element itself; a click on the content does not.
          if (target === currentTarget) close();
        }}
      >
        <div className="menu-content">
          <Button
            className="menu-close"
            look="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label="Close the menu"
            onClick={close}
          />
          <RecordSearch onSearch={close} />
          <Navigation onNavigate={close} />
          <UserPanel />
        </div>
      </dialog>
    </header>
  );
}
