import { useRef, type FocusEvent, type RefObject } from 'react';

interface FocusFromToast {
  /** Of the element that is around the toasts. */
  readonly around: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onFocus: (event: FocusEvent) => void;
  };
  /** Gives the focus back, if a toast has it. */
  readonly goBack: () => void;
}

/** F8 or Tab leads into a toast; when it goes, the focus returns to where it came from, else to the content. */
export function useFocusFromToast(): FocusFromToast {
  const ref = useRef<HTMLDivElement>(null);
  const origin = useRef<HTMLElement | null>(null);
  return {
    around: {
      ref,
      onFocus: ({ relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !ref.current?.contains(relatedTarget))
          origin.current = relatedTarget;
      },
    },
    goBack: () => {
      if (!ref.current?.contains(document.activeElement)) return;
      const back = origin.current?.isConnected ? origin.current : document.getElementById('content');
      back?.focus({ preventScroll: true });
    },
  };
}
