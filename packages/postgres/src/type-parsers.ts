import { types, type CustomTypesConfig } from 'pg';

type Parse = (text: string) => unknown;

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) {
    throw new RangeError(`The int8 ${text} is beyond what a number holds exactly`);
  }
  return number;
}

const asText: Parse = (text) => text;

const { INT8, DATE, TIMESTAMP } = types.builtins;
const ours = new Map<number, Parse>([
  [INT8, safeInteger],
  [DATE, asText],
  [TIMESTAMP, asText],
]);

/** int8 as an exact number; dates without a time zone as text, since a Date would put one in; all else as `pg` does. */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid: typeof INT8): Parse => ours.get(oid) ?? (types.getTypeParser(oid) as Parse),
};
