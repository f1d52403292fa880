import { LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider, theme as antdTheme } from 'antd';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useMediaQuery, usePhone } from '../components/use-media-query.ts';
import { AppearanceContext, type AppearanceChoice } from './appearance.ts';
import { cspNonce } from './csp-nonce.ts';
import { seeds, type Appearance } from './seeds.ts';
import { ownVariables, themeClass, themeFor } from './theme.ts';
import { useAppearanceChoice } from './use-appearance-choice.ts';

const nonce = cspNonce(document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content'));

// An icon of our own appears and goes at once. antd's own one leaves by a CSS transition whose end it may miss: then it
// stays, unseen, and a screen reader calls the button 'loading' for ever.
const button = { loadingIcon: <LoadingOutlined aria-label="loading" /> };

/** antd's configuration for the appearance that was chosen, else the one that the system asks for. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [choice, choose] = useAppearanceChoice();
  const system: Appearance = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const appearance = choice === 'system' ? system : choice;
  const phone = usePhone();
  const theme = useMemo(() => themeFor(appearance, phone), [appearance, phone]);
  return (
    <AppearanceContext value={{ choice, choose }}>
      <ConfigProvider theme={theme} button={button} {...(nonce ? { csp: { nonce } } : {})}>
        <PageVariables appearance={appearance} />
        <Surroundings choice={choice} />
        {children}
      </ConfigProvider>
    </AppearanceContext>
  );
}

/** Gives the whole page the theme's CSS variables, and those that antd does not know. */
function PageVariables({ appearance }: { readonly appearance: Appearance }) {
  antdTheme.useToken();
  useLayoutEffect(() => {
    const { body } = document;
    body.classList.add(themeClass(appearance));
    for (const [name, colour] of Object.entries(ownVariables(appearance)))
      body.style.setProperty(`--ridgeline-${name}`, colour);
    return () => {
      body.classList.remove(themeClass(appearance));
    };
  }, [appearance]);
  return null;
}

/** What the browser itself draws: scroll bars and fields in the page, and its own bars around it. */
function Surroundings({ choice }: { readonly choice: AppearanceChoice }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (choice === 'system') delete dataset['appearance'];
    else dataset['appearance'] = choice;
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const system = meta.media.includes('dark') ? 'dark' : 'light';
      meta.content = seeds[choice === 'system' ? system : choice].background;
    }
  }, [choice]);
  return null;
}
