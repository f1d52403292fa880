import { use, useEffect, useEffectEvent } from 'react';
import type { z } from 'zod';
import { LiveContext } from './live-context.ts';
import type { LiveEventName } from './live-events.ts';

/** Does something with each event of a name while the component is on the page; data of another shape is ignored. */
export function useLiveEvent<Data>(
  name: LiveEventName,
  schema: z.ZodType<Data>,
  handler: (data: Data) => void,
): void {
  const { events } = use(LiveContext);
  const told = useEffectEvent((data: unknown) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) handler(parsed.data);
  });
  useEffect(
    () =>
      events.subscribe(name, (data) => {
        told(data);
      }),
    [events, name],
  );
}

/** Does something when events may have been missed: what they would have told must be asked for. */
export function useLiveGap(handler: () => void): void {
  const { events } = use(LiveContext);
  const told = useEffectEvent(handler);
  useEffect(
    () =>
      events.subscribe('gap', () => {
        told();
      }),
    [events],
  );
}
