/** The placeholder in index.html that the gateway replaces with a nonce. */
const placeholder = '__CSP_NONCE__';

/** The nonce for style elements, from the page's meta element; undefined where no server put one in. */
export function cspNonce(content: string | null | undefined): string | undefined {
  return content && content !== placeholder ? content : undefined;
}

/** For providers of components that bring style elements: this page's nonce, which the content security policy asks for. */
export function styleSettings(): { readonly csp?: { readonly nonce: string } } {
  const nonce = cspNonce(document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content'));
  return nonce ? { csp: { nonce } } : {};
}
