/** Text as Postgres takes it: NUL is left out, and halves of surrogate pairs become the replacement character. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
