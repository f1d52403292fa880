/** Slashes, colons and `@`, or a dot before another character, with what looks like them in other scripts. */
const addressPart =
  /[/:@\\\u2044\u2215\u29f8\u0589\u2236\ua789\ua4fd]|[.\u3002\u06d4\u0701\u0702\ua4f8-\ua4fb]\S/u;

/**
 * Whether a text has anything of an address or a link, as its reader or a mail program would take it for one; in full-width
 * and small characters, too, which are those of the compatibility form (NFKC).
 */
export const holdsAddress = (text: string): boolean => addressPart.test(text.normalize('NFKC'));
