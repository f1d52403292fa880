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
  // Asked once: antd mounts everything again when it changes, and what was typed would be lost.
  const [still] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const theme = useMemo(() => themeFor(appearance, { phone, still }), [appearance, phone, still]);
  return (
    <ConfigProvider theme={theme} {...styles}>
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

/** The theme's values, for what is drawn by code instead of by CSS. */
export const useThemeToken = () => antdTheme.useToken().token;
