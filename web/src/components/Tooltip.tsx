import { Arrow, Content, Portal, Provider, Root, Trigger } from '@radix-ui/react-tooltip';
import type { ReactElement, ReactNode } from 'react';
import './tooltip.css';

const delayMs = 700;

/** After one tooltip the next shows at once for this long. */
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
  /** What the pointer or the focus comes to; it takes listeners and a ref. */
  readonly children: ReactElement;
}

/** A word of explanation on hover and on keyboard focus; Escape closes it. */
export function Tooltip({ title, side = 'top', children }: TooltipProps) {
  return (
    <Root>
      <Trigger asChild>{children}</Trigger>
      <Portal>
        <Content className="tooltip" side={side} sideOffset={4} collisionPadding={8}>
          {title}
          <Arrow className="tooltip-arrow" />
        </Content>
      </Portal>
    </Root>
  );
}
