import { dashboardText } from './dashboard.ts';
import { events } from './events.ts';
import { gateway } from './gateway.ts';
import { migrations } from './migrations.ts';
import { overview } from './overview.ts';
import { processes } from './processes.ts';
import { sync } from './sync.ts';
import { vendors } from './vendors.ts';

/** The dashboards of the chart by their path. */
export function dashboardTexts(): readonly (readonly [path: string, text: string])[] {
  return [overview, migrations, sync, processes, vendors, events, gateway].map((dashboard) => [
    `charts/ridgeline/dashboards/${dashboard.name}.json`,
    dashboardText(dashboard),
  ]);
}
