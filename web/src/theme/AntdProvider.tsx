import { LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider, theme as antdTheme } from 'antd';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { usePhone } from '../components/use-media-query.ts';
import { useAppearance, type Appearance } from './appearance.ts';
import { pageNonce } from './page-nonce.ts';
import { themeClass, themeFor } from './theme.ts';

// An icon of our own appears and goes at once. antd's own one leaves by a CSS transition whose end it may miss: then it
// stays, unseen, and a screen reader calls the button 'loading' for ever.
const button = { loadingIcon: <LoadingOutlined aria-label="loading" /> };

/** antd's configuration, around everything that uses antd; the sign-in page does without (ADR 44). */
export function AntdProvider({ children }: { readonly children: ReactNode }) {
  const { appearance } = useAppearance();
  const phone = usePhone();
  const theme = useMemo(() => themeFor(appearance, phone), [appearance, phone]);
  return (
    <ConfigProvider theme={theme} button={button} {...(pageNonce ? { csp: { nonce: pageNonce } } : {})}>
      <PageVariables appearance={appearance} />
      {children}
    </ConfigProvider>
  );
}

/** Gives the whole page, also what floats above it, antd's CSS variables. */
function PageVariables({ appearance }: { readonly appearance: Appearance }) {
  antdTheme.useToken();
  useLayoutEffect(() => {
    const { classList } = document.body;
    classList.add(themeClass(appearance));
    return () => {
      classList.remove(themeClass(appearance));
    };
  }, [appearance]);
  return null;
}
