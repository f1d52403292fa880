import type { Logger } from '@ridgeline/kit';
import { refusalReason } from '../refusal-reason.ts';

/** Tells why a command waits: once, and again when it is for another reason. */
export function tellReason(logger: Logger, schema: string, line: string): (error: unknown) => void {
  let told = '';
  return (error) => {
    const reason = refusalReason(error) ?? (error instanceof Error ? error.message : String(error));
    if (reason !== told) logger.warn({ schema, reason }, line);
    told = reason;
  };
}
