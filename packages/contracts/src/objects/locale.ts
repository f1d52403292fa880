/**
 * English in the customs of a language's region, as a BCP 47 tag: `en-GB` of `en-GB`, `en-DE` of `de`, `en-US` of what is no tag. The
 * texts are English; dates and numbers in them read as readers write them.
 */
export function localeOf(language: string): string {
  try {
    return `en-${new Intl.Locale(language).maximize().region ?? 'US'}`;
  } catch {
    return 'en-US';
  }
}

/** How dates, numbers and lists are written: in a browser by its language. What services write many people read. */
export const locale: string = localeOf('document' in globalThis ? navigator.language : 'en-US');
