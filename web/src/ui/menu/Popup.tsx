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
  /** The button that opened it; a press of it while it is open is its own affair. */
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly role: 'menu' | 'dialog';
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  readonly children: ReactNode;
}

/**
 * Something small that opens beside a button, over everything else: Escape, a press elsewhere and scrolling its button
 * away close it. The first thing in it takes the focus; Tab goes round in it, unless its keys are the affair of
 * `onKeyDown`; Escape gives the focus back to the button.
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
    // The event of a scroll that was over when the button was pressed comes a moment later: it moves nothing.
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

/** Where something small opens beside its button: under it and flush with its right edge, above it where there is no room. */
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
