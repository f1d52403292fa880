import type { Panel, Unit } from './panel.ts';

/** A number without a threshold has no color; lines are colored by their names, and a red line is the threshold. */
function stepsOf({ shape, badFrom, goodFrom }: Panel): readonly object[] {
  if (goodFrom !== undefined)
    return [
      { color: 'red', value: null },
      { color: 'green', value: goodFrom },
    ];
  if (badFrom === undefined) return [{ color: shape === 'number' ? 'text' : 'transparent', value: null }];
  return [
    { color: shape === 'number' ? 'green' : 'transparent', value: null },
    { color: 'red', value: badFrom },
  ];
}

/** How high an axis is at least: Grafana draws an axis up to 100 where all is 0. */
const minHeight: Readonly<Record<Unit, number>> = {
  none: 1,
  s: 0.01,
  bytes: 1,
  percentunit: 0.01,
  reqps: 0.1,
  recps: 0.1,
  ops: 0.1,
};

/** What a panel's values are, and how they are drawn. */
export function fieldsOf(panel: Panel): object {
  const { shape, unit, badFrom } = panel;
  // Of a count one sees how far it is from bad; a time that is well would be a line on the floor.
  const room = unit === 'none' && badFrom !== undefined ? badFrom * 1.25 : minHeight[unit];
  const drawn = {
    // A stack is drawn without lines: those of its empty parts would lie around the others in their colours.
    lineWidth: shape === 'stack' ? 0 : 1,
    fillOpacity: shape === 'stack' ? 60 : 0,
    showPoints: shape === 'stack' ? 'never' : 'auto',
    axisSoftMax: room,
    stacking: { mode: shape === 'stack' ? 'normal' : 'none', group: 'A' },
    thresholdsStyle: { mode: badFrom === undefined ? 'off' : 'line' },
  };
  // A quantile of nothing is no number.
  const nothing = { type: 'special', options: { match: 'nan', result: { text: 'none', color: 'text' } } };
  return {
    unit,
    // Rates within a window make fractions of whole counts.
    ...(unit === 'none' ? { decimals: 0 } : {}),
    min: 0,
    thresholds: { mode: 'absolute', steps: stepsOf(panel) },
    ...(shape === 'number' ? { mappings: [nothing] } : { custom: drawn }),
  };
}

const outcomes = {
  green: ['created', 'completed', 'done', 'sent', 'ok'],
  blue: ['updated'],
  yellow: ['skipped', 'cancelled'],
  text: ['unchanged', 'nothing'],
  red: ['.* failed', 'failed', '.* refused', 'given-up', '.* silent'],
} as const;

/** Outcomes have one color everywhere, failures of any kind included; other lines get theirs in turn. */
const coloured = Object.entries(outcomes).map(([fixedColor, names]) => ({
  matcher: { id: 'byRegexp', options: `^(${names.join('|')})$` },
  properties: [{ id: 'color', value: { mode: 'fixed', fixedColor } }],
}));

/** What single lines of a panel are drawn like. */
export const overridesOf = ({ shape }: Panel): readonly object[] => (shape === 'number' ? [] : coloured);

/** A table beside what has the whole width, else below: there three rows are seen, so the highest come first. */
export const optionsOf = ({ shape }: Panel, alone: boolean): object =>
  shape === 'number'
    ? {
        reduceOptions: { calcs: ['lastNotNull'] },
        colorMode: 'value',
        graphMode: 'area',
        textMode: 'auto',
        // The name above its number: beside it, it looks like that of the next one.
        wideLayout: false,
      }
    : {
        legend: {
          showLegend: true,
          displayMode: 'table',
          placement: alone ? 'right' : 'bottom',
          calcs: ['lastNotNull', 'max'],
          sortBy: 'Max',
          sortDesc: true,
        },
        tooltip: { mode: 'multi', sort: 'desc' },
      };
