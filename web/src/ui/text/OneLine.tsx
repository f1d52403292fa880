import './one-line.css';

/**
 * What people wrote, on one line: cut where it does not fit, whole on hover. Marks of direction in it do not turn the
 * words around it.
 */
export function OneLine({ text }: { readonly text: string }) {
  return (
    <bdi className="one-line" title={text}>
      {text}
    </bdi>
  );
}
