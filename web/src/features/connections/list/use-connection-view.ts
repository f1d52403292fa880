import { useRemembered } from '../../../ui/page/remembered.ts';

export type ConnectionView = 'grid' | 'list';

/** The remembered view; the grid while nothing was chosen. */
export const readView = (remembered: string | null): ConnectionView =>
  remembered === 'list' ? 'list' : 'grid';

/** Whether the connections are cards or rows, as this device remembers it, and what changes that. */
export function useConnectionView(): readonly [ConnectionView, (view: ConnectionView) => void] {
  const [remembered, remember] = useRemembered('ridgeline-connections');
  return [readView(remembered), remember];
}
