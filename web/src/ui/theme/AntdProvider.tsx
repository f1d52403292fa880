import { ConfigProvider, theme as antdTheme } from 'antd';
import { useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { useAppearance, type Appearance } from './appearance.ts';
import { styleSettings } from './page-nonce.ts';
import { themeClass, themeFor } from './theme.ts';
import { usePhone } from './use-media-query.ts';

/** antd's configuration, around everything that uses antd; the sign-in page does without (ADR 44, 73). */
export function AntdProvider({ children }: { readonly children: ReactNode }) {
  const { appearance } = useAppearance();
  const phone = usePhone();
  const [styles] = useState(styleSettings);
  // Read once: if it changed, antd would remount everything and the user's input would be lost.
  const [still] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const theme = useMemo(() => themeFor(appearance, { phone, still }), [appearance, phone, still]);
  return (
    <ConfigProvider theme={theme} {...styles}>
      <PageVariables appearance={appearance} />
      {children}
    </ConfigProvider>
  );
}

/** Applies antd's CSS variables to the whole page, including overlays. */
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

/** The theme's values, for what is drawn by code instead of by CSS. */
export const useThemeToken = () => antdTheme.useToken().token;
