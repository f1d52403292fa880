import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type HtmlTagDescriptor, type Plugin } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { seeds, type Seeds } from './src/app/seeds.ts';

/** The one font file that every page needs; the other subsets load when a text asks for them. */
const firstFont = /inter-latin-wght-normal-[^/]*\.woff2$/;

/** The colours before the theme is there, so that a dark page does not flash. */
function firstColours(): string {
  const on = (selector: string, { background, text }: Seeds) =>
    `${selector}{--first-background:${background};--first-text:${text}}`;
  return [
    on(':root', seeds.light),
    `@media (prefers-color-scheme:dark){${on(':root:not([data-appearance=light])', seeds.dark)}}`,
    on(':root[data-appearance=dark]', seeds.dark),
  ].join('');
}

/** Fills the colour placeholders of index.html from the theme's seeds and preloads the font of the first paint. */
function pageHead(): Plugin {
  return {
    name: 'ridgeline-page-head',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const tags: HtmlTagDescriptor[] = Object.keys(bundle ?? {})
          .filter((file) => firstFont.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head-prepend',
          }));
        tags.push({
          tag: 'style',
          attrs: { nonce: '__CSP_NONCE__' },
          children: firstColours(),
          injectTo: 'head',
        });
        const filled = html
          .replaceAll('%light.background%', seeds.light.background)
          .replaceAll('%dark.background%', seeds.dark.background);
        return { html: filled, tags };
      },
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    pageHead(),
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
        // zod-settings.ts and zod in one chunk: it is loaded before every chunk that builds schemas, and within it the
        // settings come first, because main.tsx imports them first.
        codeSplitting: { groups: [{ name: 'zod', test: /zod-settings|node_modules\/zod\// }] },
      },
    },
  },
  server: {
    proxy: {
      '/api': loadEnv(mode, '.', 'RIDGELINE_')['RIDGELINE_GATEWAY'] ?? 'http://127.0.0.1:8080',
    },
  },
}));
