import type { VendorRequest } from '@ridgeline/vendor-http';
import type { z } from 'zod';
import type { HubspotOutcome } from './hubspot-outcome.ts';

/**
 * The date version of every path. 2026-03 does not enforce the portal's required-property rules on API writes, 2026-09
 * does; it is supported until about September 2027 (docs/vendors/hubspot.md, 1 and 2).
 */
export const hubspotVersion = '2026-03';

/**
 * An object as paths name it: one of HubSpot's own by its name, a custom object by its type id in this portal, which
 * `customObjects` answers.
 */
export type ObjectPath = string;

/** One call, its answer read by a schema. */
export type HubspotCall = <S extends z.ZodType>(
  schema: S,
  request: VendorRequest,
) => Promise<HubspotOutcome<z.output<S>>>;
