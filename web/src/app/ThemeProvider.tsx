import { ConfigProvider, theme as antdTheme } from 'antd';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useMediaQuery } from '../components/use-media-query.ts';
import { cspNonce } from './csp-nonce.ts';
import { seeds, type Appearance } from './seeds.ts';
import { themeClass, themeFor } from './theme.ts';

const nonce = cspNonce(document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content'));

/** antd's configuration for the appearance that the system asks for. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const appearance: Appearance = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const theme = useMemo(() => themeFor(appearance), [appearance]);
  return (
    <ConfigProvider theme={theme} {...(nonce ? { csp: { nonce } } : {})}>
      <PageVariables appearance={appearance} />
      {children}
    </ConfigProvider>
  );
}

/** Gives the whole page the theme's CSS variables, and the three that antd does not know. */
function PageVariables({ appearance }: { readonly appearance: Appearance }) {
  antdTheme.useToken();
  useLayoutEffect(() => {
    const { body } = document;
    const seed = seeds[appearance];
    body.classList.add(themeClass(appearance));
    body.style.setProperty('--ridgeline-acculynx', seed.acculynx);
    body.style.setProperty('--ridgeline-hubspot', seed.hubspot);
    body.style.setProperty('--ridgeline-on-accent', seed.onAccent);
    return () => {
      body.classList.remove(themeClass(appearance));
    };
  }, [appearance]);
  return null;
}
