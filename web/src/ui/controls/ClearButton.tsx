import { Button, type ButtonProps } from './Button.tsx';
import { searchOf, useFocusFallback } from './keyboard-focus.ts';

/** Clears a search, filters or a selection. It then disappears, and the focus moves to the search. */
export function ClearButton(props: Omit<ButtonProps, 'ref' | 'disabled'>) {
  const button = useFocusFallback<HTMLButtonElement>(searchOf);
  return <Button {...props} ref={button} />;
}
