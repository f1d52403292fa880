let pressed = false;

/** Begins to notice the pointer; the page does so once. */
function watchPointer(): void {
  document.addEventListener(
    'pointerdown',
    () => {
      pressed = true;
    },
    true,
  );
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(
      end,
      () => {
        pressed = false;
      },
      true,
    );
}

if (typeof document !== 'undefined') watchPointer();

/**
 * Does something that may move the page, but not under a pressed pointer: a button that moves away between press and
 * release gets no click. After the release, the click goes first.
 */
export function whenPointerRests(work: () => void): void {
  if (!pressed) {
    work();
    return;
  }
  const released = () => {
    document.removeEventListener('pointerup', released);
    document.removeEventListener('pointercancel', released);
    setTimeout(work, 0);
  };
  document.addEventListener('pointerup', released);
  document.addEventListener('pointercancel', released);
}
