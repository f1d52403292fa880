import { Fragment, type ComponentType, type KeyboardEvent } from 'react';
import { nextItem } from './next-item.ts';
import { Popup, type PopupProps } from './Popup.tsx';

export interface MenuAction {
  readonly text: string;
  readonly icon: ComponentType<{ readonly 'aria-hidden'?: boolean }>;
  /** Stands apart, in the colour of what is lost. */
  readonly danger?: boolean;
  readonly onChoose: () => void;
}

interface ActionMenuProps extends Pick<PopupProps, 'anchor' | 'label' | 'onClose'> {
  readonly actions: readonly MenuAction[];
}

/** What can be done with something, in a menu that opens beside its button. */
export function ActionMenu({ anchor, label, actions, onClose }: ActionMenuProps) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') {
      anchor.focus();
      onClose();
      return;
    }
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const present = items.findIndex((item) => item === document.activeElement);
    const texts = actions.map(({ text }) => text);
    const next = nextItem(texts, present, event.key);
    if (next === null) return;
    event.preventDefault();
    items[next]?.focus();
  };
  return (
    <Popup anchor={anchor} role="menu" label={label} onClose={onClose} onKeyDown={move}>
      {actions.map(({ text, icon: Icon, danger = false, onChoose }) => (
        <Fragment key={text}>
          {danger ? <hr className="popup-rule" /> : null}
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={danger ? 'popup-item popup-item-danger' : 'popup-item'}
            onClick={() => {
              // What opens next gives the focus back to the button.
              anchor.focus();
              onClose();
              onChoose();
            }}
          >
            <Icon aria-hidden />
            {text}
          </button>
        </Fragment>
      ))}
    </Popup>
  );
}
