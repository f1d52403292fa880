import './zod-settings.ts';
import '@fontsource-variable/inter/wght.css';
import 'virtual:theme.css';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
