import './zod-settings.ts';
import '@fontsource-variable/inter/wght.css';
import 'virtual:theme.css';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');

/** So long, in milliseconds, as browsers wait for an optional font: one that arrives later is used from the next page on. */
const fontWaitMs = 100;

// Text that is drawn before its font arrives would move when it does.
await Promise.race([
  document.fonts.load("1em 'Inter Variable'"),
  new Promise((resolve) => setTimeout(resolve, fontWaitMs)),
]).catch(() => undefined);

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
