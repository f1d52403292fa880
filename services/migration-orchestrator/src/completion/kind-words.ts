import { recordKinds, type RecordKind } from '@ridgeline/contracts';

const kinds: ReadonlyMap<string, RecordKind> = new Map(
  Object.values(recordKinds).map((kind) => [kind.name, kind]),
);

/** So many records of a kind in words, as they are called in HubSpot: `1 contact`, `3 deals`. */
export function amountOf(count: number, kindName: string): string {
  const noun = kinds.get(kindName)?.hubspotNoun ?? { one: 'record', many: 'records' };
  return `${count} ${count === 1 ? noun.one : noun.many}`;
}
