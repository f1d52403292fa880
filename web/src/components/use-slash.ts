import { useEffect, useEffectEvent } from 'react';

const typingIn = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Does something when `/` is pressed outside of a field: by convention, it focuses the search. */
export function useSlash(onSlash: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typingIn(event.target)) return;
    event.preventDefault();
    onSlash();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      pressed(event);
    };
    document.addEventListener('keydown', listener);
    return () => {
      document.removeEventListener('keydown', listener);
    };
  }, []);
}
