/** Nearly every text is like this: as it should be. */
const clean = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Text as it is stored in HubSpot: well-formed, in composed form, without control characters, with single blanks and
 * trimmed, because HubSpot keeps blanks and a later comparison would differ. null when nothing is left.
 */
export function cleanText(value: string | null): string | null {
  if (value === null || clean.test(value)) return value;
  const text = value
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return text === '' ? null : text;
}
