import './zod-settings.ts';
import '@fontsource-variable/inter/wght.css';
import 'virtual:theme.css';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');

/** So long, in milliseconds, the first text waits for its font: one that arrives later is used from the next page on. */
const fontWaitMs = 100;

// Decided once, before rendering: a busy browser may apply an optional font after text is drawn, which changes line breaks.
const hasFont = await Promise.race([
  document.fonts.load("1em 'Inter Variable'").then((faces) => faces.length > 0),
  new Promise<false>((resolve) => setTimeout(resolve, fontWaitMs, false)),
]).catch(() => false);
document.documentElement.classList.toggle('has-font', hasFont);

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
