import { fieldsOf, optionsOf, overridesOf } from './drawing.ts';
import type { Panel, Query } from './panel.ts';

/** A dashboard: sections of panels, the panels of a section side by side. */
export interface Dashboard {
  /** The file's name, and the end of its id. */
  readonly name: string;
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly panels: readonly Panel[] }[];
}

const chosen = 'namespace=~"$namespace"';
const datasource = { type: 'prometheus', uid: '${datasource}' };
const runbook = (alert: string): string => `https://ridgeline.example/docs/runbooks/${alert}.md`;

/** The number of columns into which Grafana divides the width. */
const width = 24;
const heights = { lines: 9, stack: 9, number: 4 } as const;
const maxPerRow = { lines: 3, stack: 3, number: 6 } as const;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const target = ({ query, called }: Query, index: number): object => ({
  refId: String.fromCharCode('A'.charCodeAt(0) + index),
  datasource,
  expr: query.replaceAll('@', chosen),
  legendFormat: called === '' ? '__auto' : called,
});

const panelJson = (panel: Panel, gridPos: Place, id: number): object => ({
  id,
  type: panel.shape === 'number' ? 'stat' : 'timeseries',
  title: panel.title,
  description: panel.help,
  gridPos,
  datasource,
  fieldConfig: { defaults: fieldsOf(panel), overrides: overridesOf(panel) },
  options: optionsOf(panel, gridPos.w === width),
  links: (panel.alerts ?? []).map((alert) => ({
    title: `Runbook: ${alert}`,
    url: runbook(alert),
    targetBlank: true,
  })),
  targets: panel.queries.map(target),
});

/** Arranges panels in full rows from `top` down; returns their places and where the last row ends. */
function arranged(panels: readonly Panel[], top: number): { places: readonly Place[]; bottom: number } {
  const places: Place[] = [];
  let y = top;
  for (const shape of ['number', 'stack', 'lines'] as const)
    for (let rest = panels.filter((panel) => panel.shape === shape); rest.length > 0;) {
      // Balances the rows: four panels are two and two, not three and one.
      const rows = Math.ceil(rest.length / maxPerRow[shape]);
      const row = rest.slice(0, Math.ceil(rest.length / rows));
      // Whole columns that fill the row: five panels are 5, 5, 4, 5 and 5 columns wide.
      const edge = (index: number): number => Math.round((index * width) / row.length);
      for (const [index, panel] of row.entries())
        places[panels.indexOf(panel)] = {
          x: edge(index),
          y,
          w: edge(index + 1) - edge(index),
          h: heights[shape],
        };
      y += heights[shape];
      rest = rest.slice(row.length);
    }
  return { places, bottom: y };
}

function panelsOf({ sections }: Dashboard): readonly object[] {
  const all: object[] = [];
  let y = 0;
  for (const { title, panels } of sections) {
    const gridPos = { x: 0, y, w: width, h: 1 };
    all.push({ id: all.length + 1, type: 'row', title, collapsed: false, gridPos, panels: [] });
    const { places, bottom } = arranged(panels, y + 1);
    for (const [index, panel] of panels.entries()) {
      const place = places[index];
      if (place) all.push(panelJson(panel, place, all.length + 1));
    }
    y = bottom;
  }
  return all;
}

const variables = [
  { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
  {
    name: 'namespace',
    label: 'Namespace',
    type: 'query',
    datasource,
    query: 'label_values(ridgeline_ready, namespace)',
    definition: 'label_values(ridgeline_ready, namespace)',
    refresh: 2,
    includeAll: true,
    allValue: '.*',
    current: { text: 'All', value: '$__all' },
  },
];

/** A dashboard as Grafana imports it. */
export function dashboardText(dashboard: Dashboard): string {
  const json = {
    uid: `ridgeline-${dashboard.name}`,
    title: `Ridgeline: ${dashboard.title}`,
    tags: ['ridgeline'],
    schemaVersion: 41,
    editable: false,
    graphTooltip: 1,
    time: { from: 'now-1h', to: 'now' },
    refresh: '15s',
    links: [
      {
        type: 'dashboards',
        title: 'Ridgeline',
        tags: ['ridgeline'],
        asDropdown: true,
        includeVars: true,
        keepTime: true,
      },
    ],
    templating: { list: variables },
    panels: panelsOf(dashboard),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}
