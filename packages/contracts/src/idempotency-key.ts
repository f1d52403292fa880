import { z } from 'zod';

/**
 * The header that gives a creating call its effect once, however often it is sent; `Endpoint.idempotent` marks the calls
 * that accept it.
 */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** What the header may hold. */
export const idempotencyKeySchema = z
  .string()
  .min(8)
  .max(128)
  .regex(/^[\x21-\x7e]*$/);

/** What the header does, for the API's documentation. */
export const idempotencyKeyDescription = [
  'Makes the call safe to repeat: 8 to 128 visible ASCII characters without spaces, new for each thing to create, such as a UUID.',
  'For 24 hours, the same call with the same key creates nothing again and answers what the first one answered, also while the first one is still running.',
  'The key of a call that failed can be sent again. With another body, or to another operation, a key is answered 409 `request.key_reused`.',
  'Without a key, each call creates.',
].join(' ');
