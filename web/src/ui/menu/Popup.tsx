import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { wrapTab } from '../controls/keyboard-focus.ts';
import './popup.css';

export interface PopupProps {
  /** The button that opened it; the button itself handles being pressed while the popup is open. */
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly role: 'menu' | 'dialog';
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  readonly children: ReactNode;
}

/**
 * A small popup beside a button, on top of everything else. Escape, a press elsewhere, and scrolling the button away close
 * it. Its first control takes the focus. Tab wraps around inside, unless `onKeyDown` handles the keys; Escape returns the
 * focus to the button.
 */
export function Popup({ anchor, label, role, onClose, onKeyDown, children }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const element = popup.current;
    if (!element) return;
    element.showPopover();
    const page = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const { top, left } = place(anchor.getBoundingClientRect(), size, page);
    element.style.top = `${top}px`;
    element.style.left = `${left}px`;
    element.querySelector<HTMLElement>('button, input:not(:disabled), a')?.focus({ preventScroll: true });
  }, [anchor]);

  useEffect(() => {
    const elsewhere = ({ target }: Event) => {
      const node = target instanceof Node ? target : null;
      if (popup.current?.contains(node) || anchor.contains(node)) return;
      close();
    };
    const left = () => {
      close();
    };
    // A scroll that ended before the press may fire its event afterward, without moving anything.
    const { top } = anchor.getBoundingClientRect();
    const moved = () => {
      if (Math.abs(anchor.getBoundingClientRect().top - top) >= 1) close();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('scroll', moved, { capture: true, passive: true });
    window.addEventListener('resize', left);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('scroll', moved, { capture: true });
      window.removeEventListener('resize', left);
    };
  }, [anchor]);

  return (
    <div
      ref={popup}
      popover="manual"
      className="popup"
      role={role}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          anchor.focus();
          onClose();
        } else if (onKeyDown) onKeyDown(event);
        else wrapTab(event);
      }}
    >
      {children}
    </div>
  );
}

interface Box {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const gap = 4;
const margin = 8;

/** Where to place a popup: below its button, aligned with its right edge, or above it if there is no room. */
export function place(anchor: Box, popup: Size, page: Size): { readonly top: number; readonly left: number } {
  const below = anchor.bottom + gap;
  const above = anchor.top - gap - popup.height;
  const fitsBelow = below + popup.height + margin <= page.height;
  return {
    top:
      fitsBelow || above < margin
        ? Math.max(margin, Math.min(below, page.height - popup.height - margin))
        : above,
    left: Math.max(margin, Math.min(anchor.right, page.width - margin) - popup.width),
  };
}
