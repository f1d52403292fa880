import { z } from 'zod';
import type { Values } from '../portal/record.ts';

export const searchFilter = z.object({
  propertyName: z.string(),
  operator: z.enum([
    'EQ',
    'NEQ',
    'LT',
    'LTE',
    'GT',
    'GTE',
    'BETWEEN',
    'IN',
    'NOT_IN',
    'HAS_PROPERTY',
    'NOT_HAS_PROPERTY',
    'CONTAINS_TOKEN',
    'NOT_CONTAINS_TOKEN',
  ]),
  value: z.coerce.string().optional(),
  highValue: z.coerce.string().optional(),
  values: z.array(z.coerce.string()).optional(),
});

export type SearchFilter = z.output<typeof searchFilter>;

/** A date or number as a number, so that it can be compared; null for other text. */
function comparable(text: string): number | null {
  if (text === '') return null;
  const number = Number(text);
  if (!Number.isNaN(number)) return number;
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

function order(value: string, bound: string): number {
  const [left, right] = [comparable(value), comparable(bound)];
  if (left !== null && right !== null) return left - right;
  return value < bound ? -1 : value > bound ? 1 : 0;
}

/** A token search: `*` matches any characters, regardless of case. */
function containsToken(value: string, token: string): boolean {
  const source = token
    .toLowerCase()
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return value
    .toLowerCase()
    .split(/[\s@;,]+/)
    .concat(value.toLowerCase())
    .some((word) => new RegExp(`^${source}$`).test(word));
}

/** Whether a record's values match one filter; a record without the value matches only the negative ones. */
export function filterMatches(filter: SearchFilter, values: Values): boolean {
  const { operator, value = '', highValue = '', values: several = [] } = filter;
  const own = values[filter.propertyName];
  switch (operator) {
    case 'HAS_PROPERTY':
      return own !== undefined;
    case 'NOT_HAS_PROPERTY':
      return own === undefined;
    case 'NEQ':
      return own?.toLowerCase() !== value.toLowerCase();
    case 'NOT_IN':
      return own === undefined || !several.includes(own.toLowerCase());
    case 'NOT_CONTAINS_TOKEN':
      return own === undefined || !containsToken(own, value);
    case 'EQ':
      return own?.toLowerCase() === value.toLowerCase();
    case 'IN':
      return own !== undefined && several.includes(own.toLowerCase());
    case 'CONTAINS_TOKEN':
      return own !== undefined && containsToken(own, value);
    case 'LT':
      return own !== undefined && order(own, value) < 0;
    case 'LTE':
      return own !== undefined && order(own, value) <= 0;
    case 'GT':
      return own !== undefined && order(own, value) > 0;
    case 'GTE':
      return own !== undefined && order(own, value) >= 0;
    case 'BETWEEN':
      return own !== undefined && order(own, value) >= 0 && order(own, highValue) <= 0;
  }
}
