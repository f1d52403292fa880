/** What a spreadsheet reads as the beginning of a formula; in some places of the world the wide forms too. */
const opening = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20';

/** The first cell begins at the text's start. A tab or a return there is skipped by some readers. */
const atStart = new RegExp(`^(?=[${opening}\\t\\r])`);

/**
 * Another cell begins after every character that a spreadsheet reads as a separator, in many countries a semicolon, and after
 * the end of a row; blanks and quotes before the formula do not prevent it.
 */
const behindSeparator = new RegExp(`(?<=[;\\t|\\r\\n])(?=["' ]*[${opening}])`, 'g');

/**
 * A text for a cell of CSV. Anonymous clients write into what we export (emails they tried, names in AccuLynx), so an
 * apostrophe precedes everything that a spreadsheet would read as a formula (OWASP, CSV Injection).
 */
export function csvText(text: string): string {
  return text.replace(behindSeparator, "'").replace(atStart, "'");
}
