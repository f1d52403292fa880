import type { EventEnvelope } from '@ridgeline/events';
import { currentTraceparent, newId } from '@ridgeline/kit';

/** The envelope of an event that is made now, linked to the trace in force. */
export function newEnvelope(companyId: string): Omit<EventEnvelope, 'type'> {
  const traceparent = currentTraceparent();
  return {
    id: newId(),
    time: new Date().toISOString(),
    companyId,
    ...(traceparent ? { traceparent } : {}),
  };
}
