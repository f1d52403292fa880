import { z } from 'zod';
import type { PropertyDefinition } from './property-definition.ts';
import { valueAdvice } from './property-value.ts';

/** An option of a property, as HubSpot stores it and as people see it. */
export const portalOptionSchema = z.object({ value: z.string(), label: z.string() });
export type PortalOption = z.infer<typeof portalOptionSchema>;

/** A property as the portal of a connection has it. */
export const portalPropertySchema = z.object({
  name: z.string(),
  /** HubSpot's newer types count as text. */
  type: z.enum(['string', 'number', 'date', 'datetime', 'bool', 'enumeration']).catch('string'),
  fieldType: z.string(),
  /** All options, those included that HubSpot hides in its forms. */
  options: z.array(portalOptionSchema),
});
export type PortalProperty = z.infer<typeof portalPropertySchema>;

/** A value, or one part of a multiple value, that a portal cannot accept, and what to do about it, as a sentence. */
export interface PortalProblem {
  readonly value: string;
  readonly advice: string;
}

/** Maximum options that an advice names. */
const maxNamed = 10;

/**
 * Why a portal cannot accept a value that fits its definition (`valueAdvice`): the property may be missing, changed by the
 * users of the portal, or lack the option. `portal`: the property there; undefined where it is missing. Null where the
 * portal accepts the value.
 */
export function portalProblem(
  definition: PropertyDefinition,
  portal: PortalProperty | undefined,
  value: string,
): PortalProblem | null {
  if (!portal)
    return {
      value,
      advice: "HubSpot lacks this property. Validate the connection's HubSpot properties, then try again.",
    };
  const { hasUniqueValue } = definition;
  const advice = valueAdvice({ hasUniqueValue, ...portal }, value);
  if (advice !== null) return { value, advice };
  if (portal.type !== 'enumeration') return null;
  const chosen = portal.fieldType === 'checkbox' ? value.split(';') : [value];
  const missing = chosen.find((text) => text.trim() !== '' && !hasOption(portal, text));
  return missing === undefined ? null : { value: missing.trim(), advice: optionAdvice(portal.options) };
}

const keyOf = (text: string): string => text.trim().toLowerCase();

/** By label or value, as a migration finds the option of a label. */
const hasOption = ({ options }: PortalProperty, text: string): boolean =>
  options.some(({ label, value }) => keyOf(label) === keyOf(text) || keyOf(value) === keyOf(text));

function optionAdvice(options: readonly PortalOption[]): string {
  if (options.length === 0)
    return 'HubSpot has no options for it. Add the option in HubSpot, then try again.';
  const named = options.slice(0, maxNamed).map(({ label }) => label);
  const others = options.length - named.length;
  const list = [...named, ...(others > 0 ? [`${String(others)} more`] : [])].join(', ');
  return `Choose one of HubSpot's options (${list}), or add the option in HubSpot first.`;
}
