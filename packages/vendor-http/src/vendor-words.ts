import { STATUS_CODES } from 'node:http';

const longest = 200;
const markup = /<[a-z!/?][^>]*>/i;

/** A status with its usual name, where it has one: `502 (Bad Gateway)`. */
export function statusText(status: number): string {
  const name = STATUS_CODES[status];
  return name ? `${String(status)} (${name})` : String(status);
}

/** A vendor's message as far as people can read it: cut short, and empty where it is a page instead of a sentence. */
export function vendorWords(message: string | null | undefined): string {
  const text = (message ?? '').trim();
  return markup.test(text) ? '' : text.slice(0, longest);
}
