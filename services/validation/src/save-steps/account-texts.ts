import { checkedObjects, formatRecords, type PropertyResult } from '@ridgeline/contracts';
import type { AcculynxFacts, HubspotFacts } from '@ridgeline/contracts/internal';

/** '1 trade type', '3 trade types': `many` is the plural, if it is not the noun plus "s". */
export const counted = (count: number, noun: string, many = `${noun}s`): string =>
  formatRecords(count, { one: noun, many });

const known = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(', ');

/** What the step of the location found. */
export const locationText = ({ companyName, companyId, timezone }: AcculynxFacts, hasStates = true): string =>
  known(companyName || companyId, timezone, hasStates ? null : 'going on without its list of states');

/** What the step of the portal found. */
export const portalText = ({ portalId, timezone }: HubspotFacts): string =>
  known(`Portal ${portalId}`, timezone);

/** What the step of the properties found. */
export function propertiesText(result: PropertyResult): string {
  const validated = checkedObjects(result).map(({ validatedProperties }) => validatedProperties);
  const all = validated.reduce((sum, count) => sum + count, 0);
  return result.status === 'valid'
    ? `All ${counted(all, 'property', 'properties')} are there`
    : result.message;
}
