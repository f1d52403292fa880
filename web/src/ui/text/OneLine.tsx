import './one-line.css';

/**
 * User-supplied text on one line, cut off if it does not fit; the whole text on hover. Direction marks in it do not affect
 * the text around it.
 */
export function OneLine({ text }: { readonly text: string }) {
  return (
    <bdi className="one-line" title={text}>
      {text}
    </bdi>
  );
}
