/** `21 November 2026 at 09:30 UTC`: no reader has to guess which day or whose clock is meant. */
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** A time as mails write it. */
export function written(time: Date): string {
  return `${moment.format(time)} UTC`;
}
