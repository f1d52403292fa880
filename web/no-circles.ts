import type { Plugin, Rolldown } from 'vite';

/** Files of the build that import each other in a circle, as `a -> b -> a`; null if there are none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string | null {
  const done = new Set<string>();
  const search = (file: string, path: readonly string[]): string | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' -> ');
    if (done.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const circle = search(next, [...path, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = search(file, []);
    if (circle !== null) return circle;
  }
  return null;
}

/**
 * Fails the build when its files import each other in a circle: then a module may run before one that it imports, and parts
 * of a page are undefined until they are drawn.
 */
export function noCircles(): Plugin {
  return {
    name: 'ridgeline-no-circles',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(
        (file): file is Rolldown.OutputChunk => file.type === 'chunk',
      );
      const circle = circleIn(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
      if (circle !== null) this.error(`Files of the build import each other: ${circle}`);
    },
  };
}
