/** The colors that everything else is computed from, for the two appearances. The only hex values of the app. */
export interface Seeds {
  /** Slate-teal, neither vendor's color. */
  readonly accent: string;
  /** Text upon the accent. */
  readonly onAccent: string;
  /** The page, the cards on it, and what floats above them. */
  readonly background: string;
  readonly surface: string;
  readonly elevated: string;
  readonly text: string;
  readonly success: string;
  readonly warning: string;
  readonly error: string;
  /** The small marks of the two sides. */
  readonly acculynx: string;
  readonly hubspot: string;
}

export type Appearance = 'light' | 'dark';

export const seeds: Readonly<Record<Appearance, Seeds>> = {
  light: {
    accent: '#1f6a6f',
    onAccent: '#ffffff',
    background: '#f5f7f7',
    surface: '#ffffff',
    elevated: '#ffffff',
    text: '#10201f',
    success: '#25693f',
    warning: '#84530a',
    error: '#ab332b',
    acculynx: '#1d63b8',
    hubspot: '#d9572b',
  },
  dark: {
    accent: '#57b0b0',
    onAccent: '#06191a',
    background: '#0d1212',
    surface: '#151b1b',
    elevated: '#1c2424',
    text: '#e9f1f0',
    success: '#55b883',
    warning: '#dba54a',
    error: '#e8776d',
    acculynx: '#6ea8ee',
    hubspot: '#f08a63',
  },
};

const channels = (hex: string): number[] =>
  [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));

/** A mix of two colors: `share` (0 to 1) is that of the second. All are `#rrggbb`. */
export function mix(first: string, second: string, share: number): string {
  const other = channels(second);
  const mixed = channels(first).map((value, index) => value + ((other[index] ?? value) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
