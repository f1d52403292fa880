import { objectTypes, type MigrationType, type ObjectType } from '@ridgeline/contracts';

const types: Readonly<Partial<Record<MigrationType, ObjectType>>> = objectTypes;

/** A reason's code as a sentence, as it is said of this kind of record; one that is not known here still reads as words. */
export function reasonInWords(code: string, migrationType: MigrationType): string {
  const { failed = {}, skipped = {}, warned = {} } = types[migrationType]?.reasons ?? {};
  const known: Readonly<Record<string, string | { readonly words: string }>> = {
    ...warned,
    ...skipped,
    ...failed,
  };
  const text = known[code];
  const words =
    (typeof text === 'object' ? text.words : text) ??
    code
      .replaceAll(/[._-]+/g, ' ')
      .trim()
      .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
