import { z } from 'zod';

const limit = z.coerce.number().int().positive();

/** How often credentials may be tried. */
export const checkLimitsSchema = z.object({
  CHECKS_PER_COMPANY: limit
    .default(200)
    .describe('Checks of typed credentials in 10 minutes; saving one connection takes three to five.'),
  CHECKS_PER_ADDRESS: limit.default(600).describe('The same for one address.'),
  TESTS_PER_COMPANY: limit
    .default(1_000)
    .describe(
      'Tests of stored connections in 10 minutes: of a company that tests all that it has, and goes on saving meanwhile.',
    ),
  TESTS_PER_ADDRESS: limit.default(3_000).describe('The same for one address.'),
  REFUSALS_PER_COMPANY: limit
    .default(5)
    .describe(
      'Refused credentials in 5 minutes, of one company; one that is accepted in between changes nothing.',
    ),
  REFUSALS_PER_ADDRESS: limit
    .default(60)
    .describe('Refused credentials in 5 minutes from one address, where whole offices may be.'),
  STORED_CHECKS_PER_SECOND: limit
    .default(2)
    .describe(
      'Checks of stored credentials in a second, by all replicas behind one address together. Each costs one call to AccuLynx, of the five that checks have: the rest is for people who wait. 1,800 connections are checked in a quarter of an hour.',
    ),
});
/** The limits in force. */
export type CheckLimits = z.output<typeof checkLimitsSchema>;
