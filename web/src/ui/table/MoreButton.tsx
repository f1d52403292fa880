import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { useFocusFallback } from '../controls/keyboard-focus.ts';

/** Pressing the button removes it, so the focus moves to the end of the list that it extended. */
const lastOfList = (button: HTMLElement) =>
  [...(button.closest('section')?.querySelectorAll<HTMLElement>('li :is(a, button)') ?? [])].at(-1);

interface MoreButtonProps {
  readonly className: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Adds a page to a list. */
export function MoreButton({ className, onClick, children }: MoreButtonProps) {
  const ref = useFocusFallback<HTMLButtonElement>(lastOfList);
  return (
    <Button ref={ref} small className={className} onClick={onClick}>
      {children}
    </Button>
  );
}
