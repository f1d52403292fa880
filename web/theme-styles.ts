import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Appearance } from './src/ui/theme/appearance.ts';
import { ownVariables, tokensOf } from './src/ui/theme/theme.ts';

const sources = join(import.meta.dirname, 'src');
const name = 'virtual:theme.css';
const resolved = `\0${name}`;

/** The names, without their prefix, of antd's variables that our own styles use. */
function usedNames(): string[] {
  const used = new Set<string>();
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' }))
    if (/\.(css|tsx)$/.test(file))
      for (const [, variable = ''] of readFileSync(join(sources, file), 'utf8').matchAll(
        /var\(--ant-([a-z0-9-]+)/g,
      ))
        used.add(variable);
  return [...used].sort();
}

function declarations(appearance: Appearance): string {
  const values = new Map<string, unknown>(Object.entries(tokensOf(appearance)));
  const antd = usedNames().map((variable) => {
    const value = values.get(variable.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()));
    if (typeof value !== 'string') throw new Error(`antd has no token for --ant-${variable}`);
    return `--ant-${variable}:${value}`;
  });
  const own = Object.entries(ownVariables(appearance)).map(([own, value]) => `--ridgeline-${own}:${value}`);
  return [...antd, ...own].join(';');
}

/**
 * `virtual:theme.css`: the colours of both appearances, computed when the app is built, for the first paint and for pages
 * that do without antd. antd's own variables, where it is there, say the same.
 */
export function themeStyles(): Plugin {
  return {
    name: 'ridgeline-theme-styles',
    resolveId: (id) => (id === name ? resolved : null),
    load(id) {
      if (id !== resolved) return null;
      const dark = declarations('dark');
      return [
        `:root{${declarations('light')}}`,
        `@media (prefers-color-scheme:dark){:root:not([data-appearance=light]){${dark}}}`,
        `:root[data-appearance=dark]{${dark}}`,
      ].join('');
    },
  };
}
