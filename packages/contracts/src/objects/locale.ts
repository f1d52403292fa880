/**
 * English with the conventions of a language's region, as a BCP 47 tag: `en-GB` for `en-GB`, `en-DE` for `de`, `en-US` for
 * anything that is not a tag. The texts are English; their dates and numbers follow the reader's conventions.
 */
export function localeOf(language: string): string {
  try {
    return `en-${new Intl.Locale(language).maximize().region ?? 'US'}`;
  } catch {
    return 'en-US';
  }
}

/**
 * How dates, numbers and lists are formatted: in a browser by its language, in services as in the US, because many people
 * read their texts.
 */
export const locale: string = localeOf('document' in globalThis ? navigator.language : 'en-US');
