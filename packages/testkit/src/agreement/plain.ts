/** A text as far as people see it: composed, with single blanks in place of what cannot be seen. */
export const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
