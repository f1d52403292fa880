import type { EventEnvelope } from '@ridgeline/events';
import { currentTraceparent, newId } from '@ridgeline/kit';

/** What travels with an event of this company that happens now, in the trace that is going on. */
export function eventEnvelope(companyId: string): Omit<EventEnvelope, 'type'> {
  const traceparent = currentTraceparent();
  return {
    id: newId(),
    time: new Date().toISOString(),
    companyId,
    ...(traceparent ? { traceparent } : {}),
  };
}
