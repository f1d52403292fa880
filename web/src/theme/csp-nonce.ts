/** What index.html holds until the gateway writes a nonce in its place. */
const placeholder = '__CSP_NONCE__';

/** The nonce for style elements, from the page's meta element; undefined where no server put one in. */
export function cspNonce(content: string | null | undefined): string | undefined {
  return content && content !== placeholder ? content : undefined;
}
