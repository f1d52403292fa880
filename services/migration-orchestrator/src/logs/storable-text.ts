/** Text that Postgres can store: NUL is removed, and lone surrogates become the replacement character. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
