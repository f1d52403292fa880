/** What a spreadsheet reads as the beginning of a formula; in some places of the world the wide forms too. */
const opening = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20';

/** The first cell begins at the text's start. A tab or a return there is skipped by some readers. */
const atStart = new RegExp(`^(?=[${opening}\\t\\r])`);

/**
 * Another cell begins behind whatever a spreadsheet takes for a separator, which in half of the world is a semicolon, or
 * behind the end of a row; blanks and quotes before the formula do not keep it from being one.
 */
const behindSeparator = new RegExp(`(?<=[;\\t|\\r\\n])(?=["' ]*[${opening}])`, 'g');

/**
 * A text as it may stand in a cell of CSV. Strangers write into what we export (e-mails they tried, names in AccuLynx), so an
 * apostrophe stands before whatever a spreadsheet would take for a formula (OWASP, CSV Injection).
 */
export function csvText(text: string): string {
  return text.replace(behindSeparator, "'").replace(atStart, "'");
}
