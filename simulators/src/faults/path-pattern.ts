const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Compiles a path pattern: `*` stands for one segment, `**` for any rest. */
export function pathPattern(pattern: string): (path: string) => boolean {
  const source = pattern
    .split('**')
    .map((part) => part.split('*').map(escaped).join('[^/]+'))
    .join('.*');
  const expression = new RegExp(`^${source}$`);
  return (path) => expression.test(path);
}
