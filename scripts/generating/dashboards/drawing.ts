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

/** The smallest maximum of an axis: Grafana draws it up to 100 when all values are 0. */
const minHeight: Readonly<Record<Unit, number>> = {
  none: 1,
  s: 0.01,
  bytes: 1,
  percentunit: 0.01,
  reqps: 0.1,
  recps: 0.1,
  ops: 0.1,
};

/** The unit and style of a panel's values. */
export function fieldsOf(panel: Panel): object {
  const { shape, unit, badFrom } = panel;
  // For a count, the axis shows how far it is from bad. For a time, good values would be a flat line on the floor.
  const room = unit === 'none' && badFrom !== undefined ? badFrom * 1.25 : minHeight[unit];
  const drawn = {
    // A stack has no lines: those of its empty parts would surround the others in their colors.
    lineWidth: shape === 'stack' ? 0 : 1,
    fillOpacity: shape === 'stack' ? 60 : 0,
    showPoints: shape === 'stack' ? 'never' : 'auto',
    axisSoftMax: room,
    stacking: { mode: shape === 'stack' ? 'normal' : 'none', group: 'A' },
    thresholdsStyle: { mode: badFrom === undefined ? 'off' : 'line' },
  };
  // A quantile without observations is not a number.
  const nothing = { type: 'special', options: { match: 'nan', result: { text: 'none', color: 'text' } } };
  return {
    unit,
    // Rates within a window turn whole counts into fractions.
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

/** Each outcome has the same color everywhere, including failures of all kinds; other lines get theirs in turn. */
const coloured = Object.entries(outcomes).map(([fixedColor, names]) => ({
  matcher: { id: 'byRegexp', options: `^(${names.join('|')})$` },
  properties: [{ id: 'color', value: { mode: 'fixed', fixedColor } }],
}));

/** The style of single lines in a panel. */
export const overridesOf = ({ shape }: Panel): readonly object[] => (shape === 'number' ? [] : coloured);

/**
 * In full-width panels, the table is beside the graph. In others it is below, where only three rows are visible, so the
 * highest values come first.
 */
export const optionsOf = ({ shape }: Panel, alone: boolean): object =>
  shape === 'number'
    ? {
        reduceOptions: { calcs: ['lastNotNull'] },
        colorMode: 'value',
        graphMode: 'area',
        textMode: 'auto',
        // The name is above its number: beside it, it would seem to belong to the next number.
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
