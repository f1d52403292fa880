import { Button } from '../../../ui/controls/Button.tsx';
import { useFocusFallback } from '../../../ui/controls/keyboard-focus.ts';

/** Once pressed it goes: the keyboard continues at the end of the list that it added to. */
const lastOfList = (button: HTMLElement) =>
  [...(button.closest('section')?.querySelectorAll<HTMLElement>('li :is(a, button)') ?? [])].at(-1);

/** Adds an older page to a list. */
export function OlderButton({ onClick }: { readonly onClick: () => void }) {
  const ref = useFocusFallback<HTMLButtonElement>(lastOfList);
  return (
    <Button ref={ref} small className="sync-older" onClick={onClick}>
      Show older
    </Button>
  );
}
