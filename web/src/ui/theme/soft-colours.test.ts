import { describe, expect, test } from '@jest/globals';
import { mix, seeds, type Appearance } from './seeds.ts';
import { ownVariables } from './theme.ts';

/** The relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((from) => Number.parseInt(hex.slice(from, from + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The share of the text color in antd's `colorFillSecondary`, the background of bars. */
const tracks: Readonly<Record<Appearance, number>> = { light: 0.06, dark: 0.12 };

describe.each(['light', 'dark'] as const)('In the %s', (appearance) => {
  const { surface, text } = seeds[appearance];
  test.each(['accent-soft', 'text-soft', 'warning-soft'])(
    'When a bar or its legend is %s, then it stands out by 3:1 from the card and from the track',
    (name) => {
      const colour = ownVariables(appearance)[name] ?? surface;
      expect(contrast(colour, surface)).toBeGreaterThanOrEqual(3);
      expect(contrast(colour, mix(surface, text, tracks[appearance]))).toBeGreaterThanOrEqual(3);
    },
  );
});
