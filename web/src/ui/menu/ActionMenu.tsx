import { Fragment, type ComponentType, type KeyboardEvent } from 'react';
import { Popup, type PopupProps } from './Popup.tsx';

export interface MenuAction {
  readonly text: string;
  readonly icon: ComponentType<{ readonly 'aria-hidden'?: boolean }>;
  /** Set apart, in the color of destructive actions. */
  readonly danger?: boolean;
  readonly onChoose: () => void;
}

interface ActionMenuProps extends Pick<PopupProps, 'anchor' | 'label' | 'onClose'> {
  readonly actions: readonly MenuAction[];
}

/** The actions for an item, in a menu that opens beside its button. */
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

/** Which item the keys lead to: the arrows go around, Home and End to the ends, a letter to the next that begins with it. */
export function nextItem(texts: readonly string[], present: number, key: string): number | null {
  const { length } = texts;
  if (key === 'ArrowDown') return (present + 1) % length;
  if (key === 'ArrowUp') return (present - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if (key.length !== 1) return null;
  const around = texts.map((_, index) => (present + 1 + index) % length);
  return around.find((index) => texts[index]?.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}
