import { sentTraceparent, withOwnSampling } from '@ridgeline/kit';
import type { Request } from 'express';
import { isSameOrigin } from './same-origin.ts';

/** Version 00 of W3C Trace Context, whose ids may not be zero: https://www.w3.org/TR/trace-context/#traceparent-header */
const valid = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * Reads the trace that a request of our own pages names, so that the trace of what somebody did begins in the browser. Another
 * site's request, and whatever is no valid traceparent, begins a trace here. Whether a trace is kept is never for the caller
 * to say: keeping costs, and anybody can send a flag.
 */
export function pageTrace(publicUrl: string): (req: Pick<Request, 'headers'>) => string | undefined {
  const url = new URL(publicUrl);
  return (req) => {
    const sent = sentTraceparent(req);
    return sent !== undefined && valid.test(sent) && isSameOrigin(req.headers, url)
      ? withOwnSampling(sent)
      : undefined;
  };
}
