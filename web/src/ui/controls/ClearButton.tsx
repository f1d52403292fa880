import { Button, type ButtonProps } from './Button.tsx';
import { searchOf, useFocusFallback } from './keyboard-focus.ts';

/** Clears a search, filters or a selection. It has done its work then and goes: the search has the focus. */
export function ClearButton(props: Omit<ButtonProps, 'ref' | 'disabled'>) {
  const button = useFocusFallback<HTMLButtonElement>(searchOf);
  return <Button {...props} ref={button} />;
}
