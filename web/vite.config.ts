import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { measuredPictures } from './measured-pictures.ts';
import { noCircles } from './no-circles.ts';
import { seeds } from './src/ui/theme/seeds.ts';
import { themeStyles } from './theme-styles.ts';

/** The one font file that every page needs; the other subsets load when a text asks for them. */
const firstFont = /inter-latin-wght-normal-[^/]*\.woff2$/;

/** What Vite writes into the built page. */
const appStyles = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/;
const appScripts = /<script type="module" crossorigin src="([^"]+)"><\/script>/g;
const preloads = /<link rel="modulepreload"[^>]*>/g;

/** What the app needs to begin, set apart: a template's links fetch nothing. Its scripts run in this order. */
function appParts(html: string, fonts: readonly string[]): string {
  const scripts = [...html.matchAll(appScripts)].map(
    ([, file = '']) => `<link rel="modulepreload" crossorigin data-app href="${file}">`,
  );
  if (scripts.length === 0) throw new Error('Vite has written no script into index.html that is known here');
  return [
    '<template id="app-parts">',
    ...scripts,
    ...(html.match(preloads) ?? []),
    ...fonts,
    '</template>',
  ].join('');
}

/** Runs in the page itself: a file of its own would be one more round trip before the app begins. */
const begin = readFileSync(join(import.meta.dirname, 'begin.js'), 'utf8');

/**
 * Makes the first paint need nothing but index.html: its styles are inlined and the color placeholders are filled from the
 * theme's seeds. Scripts and font are kept in a template, for begin.js.
 */
function pageHead(): Plugin {
  return {
    name: 'ridgeline-page-head',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const coloured = html
          .replaceAll('%light.background%', seeds.light.background)
          .replaceAll('%dark.background%', seeds.dark.background);
        if (!bundle) return coloured;
        const fonts = Object.keys(bundle)
          .filter((file) => firstFont.test(file))
          .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`);
        return coloured
          .replace(appStyles, (link, file: string) => {
            const styles = bundle[file];
            return styles?.type === 'asset'
              ? `<style nonce="__CSP_NONCE__">${String(styles.source)}</style>`
              : link;
          })
          .replaceAll(appScripts, '')
          .replaceAll(preloads, '')
          .replace('</body>', (end) => `${appParts(html, fonts)}<script>${begin}</script>${end}`);
      },
    },
  };
}

/** A font that arrives late is used from the next page on: to replace another one then would move the text. */
function optionalFont(): Plugin {
  return {
    name: 'ridgeline-optional-font',
    enforce: 'pre',
    transform: {
      filter: { id: /@fontsource-variable.*\.css$/ },
      handler: (styles) => styles.replaceAll('font-display: swap', 'font-display: optional'),
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    optionalFont(),
    measuredPictures(),
    pageHead(),
    themeStyles(),
    noCircles(),
    compression({
      // index.html is left out: the gateway writes a nonce into it for each answer.
      include: /\.(js|css|svg)$/,
      threshold: 512,
      algorithms: [
        defineAlgorithm('gzip', { level: 9 }),
        // 10 of 11: within 2 % of the smallest, in a fraction of the time.
        defineAlgorithm('brotliCompress', { params: { 1: 10 } }),
      ],
      scheduler: { limit: 2 },
      logLevel: 'silent',
    }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // Nothing becomes a data: address, so that the content security policy needs no exception.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every page needs comes in two files instead of forty; ours changes more often. zod-settings.ts stands among
        // the libraries, and first of them, because main.tsx imports it first: zod reads it when it is loaded.
        // What several other pages need comes in a third file: otherwise each set of pages would have a file, and a page
        // would need eighty. To merge only the small ones (`entriesAware`) made files that import each other.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /zod-settings|node_modules.*js$/ },
            { name: 'app', tags: ['$initial'] },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': loadEnv(mode, '.', 'RIDGELINE_')['RIDGELINE_GATEWAY'] ?? 'http://127.0.0.1:8080',
    },
  },
}));
