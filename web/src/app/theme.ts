import { theme as antdTheme, type ThemeConfig } from 'antd';
import { seeds, type Appearance } from './seeds.ts';

/** The class that carries antd's CSS variables; it is set on the body, so that our own styles can use them too. */
export const themeClass = (appearance: Appearance): string => `ridgeline-${appearance}`;

/** antd's theme for an appearance: our seeds, antd's algorithm, and the few component tokens that differ. */
export function themeFor(appearance: Appearance): ThemeConfig {
  const seed = seeds[appearance];
  const dark = appearance === 'dark';
  return {
    algorithm: dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    cssVar: { key: themeClass(appearance) },
    hashed: false,
    token: {
      colorPrimary: seed.accent,
      colorInfo: seed.accent,
      colorLink: seed.accent,
      colorSuccess: seed.success,
      colorWarning: seed.warning,
      colorError: seed.error,
      colorTextBase: seed.text,
      ...(dark ? { colorBgBase: seed.background } : { colorBgLayout: seed.background }),
      colorTextLightSolid: seed.onAccent,
      fontFamily: "'Inter Variable', system-ui, sans-serif",
      fontSize: 14,
      fontSizeSM: 12,
      fontSizeLG: 16,
      fontSizeXL: 20,
      fontSizeHeading1: 28,
      fontSizeHeading2: 20,
      fontSizeHeading3: 16,
      fontWeightStrong: 600,
      borderRadius: 8,
      controlHeight: 36,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
      wireframe: false,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Table: { cellPaddingBlock: 11, headerSplitColor: 'transparent', headerBorderRadius: 8 },
      Tooltip: { colorTextLightSolid: dark ? seed.text : seed.onAccent },
    },
  };
}
