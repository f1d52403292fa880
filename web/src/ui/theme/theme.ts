import { theme as antdTheme, type ThemeConfig } from 'antd';
import { mix, seeds, type Appearance, type Seeds } from './seeds.ts';

/** The class that carries antd's CSS variables; it is set on the body, so that our own styles can use them too. */
export const themeClass = (appearance: Appearance): string => `ridgeline-${appearance}`;

/** The strength of tints and lines: dark mode needs more of a color for the same effect. */
const strengths = {
  light: { tint: 0.1, tintHover: 0.16, tintBorder: 0.32, line: 0.1, lineStrong: 0.2 },
  dark: { tint: 0.16, tintHover: 0.24, tintBorder: 0.4, line: 0.13, lineStrong: 0.26 },
} as const;

/**
 * Tints and lines mixed from the seeds. antd's own palettes make muted colors muddy, because they assume more saturation
 * than our seeds have.
 */
function mixed({ surface, text, accent, success, warning, error }: Seeds, appearance: Appearance) {
  const { tint, tintHover, tintBorder, line, lineStrong } = strengths[appearance];
  const tone = <Name extends string>(name: Name, colour: string) =>
    ({
      [`color${name}Bg`]: mix(surface, colour, tint),
      [`color${name}BgHover`]: mix(surface, colour, tintHover),
      [`color${name}Border`]: mix(surface, colour, tintBorder),
      [`color${name}Text`]: colour,
    }) as Record<`color${Name}${'Bg' | 'BgHover' | 'Border' | 'Text'}`, string>;
  return {
    ...tone('Primary', accent),
    ...tone('Info', accent),
    ...tone('Success', success),
    ...tone('Warning', warning),
    ...tone('Error', error),
    controlItemBgActive: mix(surface, accent, tint),
    controlOutline: mix(surface, accent, tintHover),
    colorBorder: mix(surface, text, lineStrong),
    colorBorderSecondary: mix(surface, text, line),
    colorBorderDisabled: mix(surface, text, line),
  };
}

/** The colors that antd does not know, by the names of their CSS variables. */
export function ownVariables(appearance: Appearance): Readonly<Record<string, string>> {
  const { acculynx, hubspot, onAccent, surface, text, accent, warning } = seeds[appearance];
  // Elements on a tinted background stand out by being lighter, in dark mode too.
  const raised = appearance === 'dark' ? mix(surface, text, 0.18) : surface;
  const tooltip = appearance === 'dark' ? raised : mix(text, surface, 0.1);
  return {
    acculynx,
    hubspot,
    'on-accent': onAccent,
    raised,
    tooltip,
    'tooltip-text': appearance === 'dark' ? text : surface,
    // Softer than a status, and 3:1 from the surface and from the track of a bar.
    'accent-soft': mix(surface, accent, 0.75),
    'text-soft': mix(surface, text, 0.55),
    'warning-soft': mix(surface, warning, 0.75),
  };
}

/** Touch sizes: targets of 44 pixels, and inputs with a 16-pixel font, into which phones do not zoom. */
const forFingers = {
  token: { controlHeight: 44 },
  input: { inputFontSize: 16 },
} as const;

/** What a theme depends on in addition to the appearance. */
interface ThemeSurroundings {
  readonly phone?: boolean;
  /** Whether the user wants no animations: then dialogs are in their place immediately, where a click finds them. */
  readonly still?: boolean;
}

/** antd's theme for an appearance: our seeds, antd's algorithm, and the few component tokens that differ. */
export function themeFor(
  appearance: Appearance,
  { phone = false, still = false }: ThemeSurroundings = {},
): ThemeConfig {
  const seed = seeds[appearance];
  const input = phone ? forFingers.input : {};
  return {
    algorithm: appearance === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    cssVar: { key: themeClass(appearance) },
    hashed: false,
    token: {
      colorPrimary: seed.accent,
      colorInfo: seed.accent,
      colorLink: seed.accent,
      // antd's own are fainter than the link; these stand out more.
      colorLinkHover: mix(seed.accent, seed.text, 0.3),
      colorLinkActive: mix(seed.accent, seed.text, 0.5),
      colorSuccess: seed.success,
      colorWarning: seed.warning,
      colorError: seed.error,
      colorTextBase: seed.text,
      colorBgBase: seed.surface,
      colorBgLayout: seed.background,
      colorBgContainer: seed.surface,
      colorBgElevated: seed.elevated,
      colorTextLightSolid: seed.onAccent,
      // antd's default has a contrast of 1.7:1 on the surface; this one is readable.
      colorTextPlaceholder: mix(seed.surface, seed.text, 0.62),
      ...mixed(seed, appearance),
      // The focus ring: antd's default is too faint against its surroundings.
      colorPrimaryBorder: seed.accent,
      lineWidthFocus: 2,
      fontFamily: 'inherit',
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
      ...(phone ? forFingers.token : {}),
      ...(still ? { motion: false } : {}),
    },
    components: {
      InputNumber: input,
      // Two pixels more than antd's default: large enough for touch.
      Switch: { trackHeight: 24, handleSize: 20 },
    },
  };
}

/** All values of an appearance by antd's names, for the styles that are made when the app is built. */
export const tokensOf = (appearance: Appearance): object => antdTheme.getDesignToken(themeFor(appearance));
