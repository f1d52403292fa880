import { Button, type ButtonProps } from './Button.tsx';
import { searchOf, useFocusFallback } from './keyboard-focus.ts';

/** Clears a search, filters or a selection. It has done its work then and goes or is disabled: the search has the focus. */
export function ClearButton({ disabled = false, ...props }: Omit<ButtonProps, 'ref'>) {
  const button = useFocusFallback<HTMLButtonElement>(searchOf, disabled);
  return <Button {...props} disabled={disabled} ref={button} />;
}
