import { z } from 'zod';

const limit = z.coerce.number().int().positive();

/** How often credentials may be tried. */
export const checkLimitsSchema = z.object({
  /** Checks of typed credentials in 10 minutes; saving one connection takes two or three. */
  CHECKS_PER_COMPANY: limit.default(100),
  CHECKS_PER_ADDRESS: limit.default(600),
  /** Refused credentials in 5 minutes: of one company in a row; from one address, where whole offices may be. */
  REFUSALS_PER_COMPANY: limit.default(5),
  REFUSALS_PER_ADDRESS: limit.default(60),
});
/** The limits in force. */
export type CheckLimits = z.output<typeof checkLimitsSchema>;
