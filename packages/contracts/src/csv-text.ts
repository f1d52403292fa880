/** Characters that a spreadsheet reads as the start of a formula; in some locales the full-width forms too. */
const opening = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20';

/** The first cell begins at the text's start. A tab or a return there is skipped by some readers. */
const atStart = new RegExp(`^(?=[${opening}\\t\\r])`);

/**
 * A cell also begins after every character that a spreadsheet reads as a separator (in many countries a semicolon), and
 * after the end of a row; blanks and quotes before the formula make no difference.
 */
const behindSeparator = new RegExp(`(?<=[;\\t|\\r\\n])(?=["' ]*[${opening}])`, 'g');

/**
 * A text for a cell of CSV. Anonymous clients write into what we export (emails they tried, names in AccuLynx), so an
 * apostrophe precedes everything that a spreadsheet would read as a formula (OWASP, CSV Injection).
 */
export function csvText(text: string): string {
  return text.replace(behindSeparator, "'").replace(atStart, "'");
}
