/** Words of our addresses (`reset-password`, `logs.ndjson`), and ids. */
const plainSegment = /^(?:[a-z_]{0,24}(?:[-.][a-z]{1,24}){0,4}|\d{1,16})$/;

/**
 * A path for a log or a trace. People type anything into an address, also a token: a segment that is neither a plain word nor
 * the id of a record is not shown.
 */
export const shownPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => (plainSegment.test(segment) ? segment : '…'))
    .join('/');
