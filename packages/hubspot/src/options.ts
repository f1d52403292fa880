import { z } from 'zod';

/** The maximum number of options of an enumeration (docs/vendors/hubspot.md, 12). */
export const optionLimit = 5_000;
/** The maximum length of an option's label, value and description together. */
export const optionLengthLimit = 3_000;

/** How a user picks: one of a list, one of a few, or several. */
export const optionFieldTypes = ['select', 'radio', 'checkbox'] as const;
export type OptionFieldType = (typeof optionFieldTypes)[number];

/** An option as the portal has it; its other fields are kept, because a change sends the whole list back. */
export const optionSchema = z.looseObject({
  label: z.string(),
  value: z.string(),
  displayOrder: z.number().optional(),
  hidden: z.boolean().optional(),
});
export type PropertyOption = z.output<typeof optionSchema>;

export interface WithOptions {
  /** The whole list: the existing options, untouched and in order, then the new ones. */
  readonly options: readonly PropertyOption[];
  readonly added: readonly PropertyOption[];
  /** The internal value of each wanted label that has an option now. */
  readonly valueOf: ReadonlyMap<string, string>;
  /** Wanted labels for which there is no room. */
  readonly unfit: readonly { readonly label: string; readonly reason: 'too-many' | 'too-long' }[];
}

const keyOf = (text: string): string => text.trim().toLowerCase();

/**
 * Adds the missing options for these labels, without removing, renaming or reordering any. Labels match regardless of case
 * and surrounding blanks, an option's label before its value. A new option's value is unique: its label without `;`, which
 * would split it in a property with several values. Blank labels need no option.
 */
export function withOptions(existing: readonly PropertyOption[], wanted: Iterable<string>): WithOptions {
  const options = [...existing];
  const unfit: { label: string; reason: 'too-many' | 'too-long' }[] = [];
  const valueOf = new Map<string, string>();
  const known = new Map<string, string>();
  for (const { value } of existing.toReversed()) known.set(keyOf(value), value);
  for (const { label, value } of existing.toReversed()) known.set(keyOf(label), value);
  const values = new Set(existing.map(({ value }) => keyOf(value)));
  let displayOrder = existing.reduce((last, option) => Math.max(last, option.displayOrder ?? -1), -1);
  for (const label of new Set(wanted)) {
    const key = keyOf(label);
    if (key === '') continue;
    let value = known.get(key);
    if (value === undefined) {
      value = freeValue(label, values);
      const reason = whyUnfit(options.length, label, value);
      if (reason) {
        unfit.push({ label, reason });
        continue;
      }
      displayOrder += 1;
      options.push({ label: label.trim(), value, displayOrder, hidden: false });
      known.set(key, value);
      values.add(keyOf(value));
    }
    valueOf.set(label, value);
  }
  return { options, added: options.slice(existing.length), valueOf, unfit };
}

function whyUnfit(count: number, label: string, value: string): 'too-many' | 'too-long' | null {
  if (label.trim().length + value.length > optionLengthLimit) return 'too-long';
  return count >= optionLimit ? 'too-many' : null;
}

/** A value that no option has, whatever the case. */
function freeValue(label: string, values: ReadonlySet<string>): string {
  const wish = label.replaceAll(';', ' ').replaceAll(/\s+/g, ' ').trim() || 'option';
  let value = wish;
  for (let number = 2; values.has(keyOf(value)); number += 1) value = `${wish} ${String(number)}`;
  return value;
}
