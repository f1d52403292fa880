import { useId, useLayoutEffect, type ReactNode } from 'react';
import { takeFocus } from '../../../components/use-dialog-focus.ts';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

const last = 2;

/** One step of the dialog; when it comes, its first field takes the focus, which the button of the other step had. */
export function Step({ number, title, children }: StepProps) {
  const id = useId();
  useLayoutEffect(() => {
    // When the button that led here is gone from the page.
    queueMicrotask(() => {
      takeFocus(id);
    });
  }, [id]);
  return (
    <section id={id} className="create-step" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <span className="numbers">
          Step {number} of {last}
        </span>
      </header>
      {children}
    </section>
  );
}
