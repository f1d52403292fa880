import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const folder = fileURLToPath(new URL('../../charts/ridgeline/dashboards', import.meta.url));

const placeSchema = z.object({ x: z.int(), y: z.int(), w: z.int().positive(), h: z.int().positive() });

const panelSchema = z.object({
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string().min(1),
  description: z.string().optional(),
  gridPos: placeSchema,
  links: z.array(z.object({ url: z.url() })).default([]),
  targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
});

const dashboardSchema = z.object({ title: z.string(), uid: z.string(), panels: z.array(panelSchema) });

/** A panel as Grafana reads it, and its dashboard. */
export interface PlacedPanel extends z.infer<typeof panelSchema> {
  readonly dashboard: string;
}

/** Every panel of every dashboard, without the headings of sections. */
export function panels(): readonly PlacedPanel[] {
  return readdirSync(folder).flatMap((file) => {
    const dashboard = dashboardSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    return dashboard.panels
      .filter(({ type }) => type !== 'row')
      .map((panel) => ({ ...panel, dashboard: dashboard.title }));
  });
}
