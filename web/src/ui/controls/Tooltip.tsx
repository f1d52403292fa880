import { Arrow, Content, Portal, Provider, Root, Trigger } from '@radix-ui/react-tooltip';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import './tooltip.css';

const delayMs = 700;

/** For this long after one tooltip, the next appears without a delay. */
const skipDelayMs = 300;

/** The one timing of all tooltips, around the app. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Provider delayDuration={delayMs} skipDelayDuration={skipDelayMs}>
      {children}
    </Provider>
  );
}

interface TooltipProps {
  readonly title: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** The element to explain; it must accept listeners and a ref. */
  readonly children: ReactElement;
}

/** What a tooltip stays in: a landmark for screen readers, or the dialog that lies over everything else. */
const surroundings = 'dialog, [role="dialog"], main, header, aside';

/** A word of explanation on hover and on keyboard focus; Escape closes it. */
export function Tooltip({ title, side = 'top', children }: TooltipProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <Root
      onOpenChange={(open) => {
        if (open) setContainer(trigger.current?.closest<HTMLElement>(surroundings) ?? null);
      }}
    >
      <Trigger asChild ref={trigger}>
        {children}
      </Trigger>
      <Portal container={container}>
        <Content className="tooltip" side={side} sideOffset={4} collisionPadding={8}>
          {title}
          <Arrow className="tooltip-arrow" />
        </Content>
      </Portal>
    </Root>
  );
}
