import { useState, type KeyboardEvent, type MouseEvent } from 'react';

interface CapsLock {
  readonly on: boolean;
  /** For the field: only events of the keyboard and the pointer tell the lock's state. */
  readonly look: (event: KeyboardEvent | MouseEvent) => void;
  /** For when the field is left: nobody types there any more. */
  readonly forget: () => void;
}

/** Whether Caps Lock is on while a field has the focus. */
export function useCapsLock(): CapsLock {
  const [on, setOn] = useState(false);
  return {
    on,
    look: (event) => {
      setOn(event.getModifierState('CapsLock'));
    },
    forget: () => {
      setOn(false);
    },
  };
}
