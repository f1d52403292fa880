import type { AcculynxLeadSource } from '@ridgeline/acculynx';
import type { AcculynxChoice } from '@ridgeline/contracts';

/** Lead sources with those below them as one list: a job may name any of them. */
export function flatLeadSources(sources: readonly AcculynxLeadSource[]): AcculynxChoice[] {
  return sources.flatMap((source) =>
    [source, ...source.children].flatMap(({ id, name }) =>
      id === null || name === null ? [] : [{ id, name }],
    ),
  );
}

/** The names of lead sources that have others below them. */
export function parentNames(sources: readonly AcculynxLeadSource[]): string[] {
  return sources.flatMap(({ name, children }) => (name !== null && children.length > 0 ? [name] : []));
}
