import type { LogLevel as Level } from '@ridgeline/contracts';
import { capitalized } from '../../../ui/text/format.ts';

/** The level of a line: a word with a mark whose shape differs too. One element, because a page holds many of them. */
export function LogLevel({ level }: { readonly level: Level }) {
  return <span className={`log-level log-level-${level}`}>{capitalized(level)}</span>;
}
