import { useLayoutEffect } from 'react';

/** How many dialogs are open; the page scrolls again when the last one closes. */
let locks = 0;

function show(): void {
  const root = document.documentElement;
  if (!root.classList.contains('scroll-locked'))
    root.style.setProperty('--scrollbar-width', `${window.innerWidth - root.clientWidth}px`);
  root.classList.toggle('scroll-locked', locks > 0);
}

/** Keeps the page from scrolling behind a dialog. */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return;
    locks += 1;
    show();
    return () => {
      locks -= 1;
      show();
    };
  }, [locked]);
}
