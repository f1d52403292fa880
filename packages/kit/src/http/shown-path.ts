/** Words of our addresses (`reset-password`, `logs.ndjson`), and the numbers that stand in them for an id. */
const plainSegment = /^(?:[a-z_]{0,24}(?:[-.][a-z]{1,24}){0,4}|\d{1,16})$/;

/**
 * A path as it may stand in a log or a trace. People type anything into an address, a token among it: whatever is neither a
 * plain word nor the number of a record is not shown.
 */
export const shownPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => (plainSegment.test(segment) ? segment : '…'))
    .join('/');
