import {
  endpointUrl,
  exportLogsCsv,
  exportLogsNdjson,
  exportOutcomesCsv,
  exportOutcomesNdjson,
} from '@ridgeline/contracts';
import type { LogView } from './log-view.ts';

/** A file that the server makes of what is shown, without the cap of the page. */
export interface ExportLink {
  readonly format: string;
  readonly href: string;
}

/** The files of a view: of an outcome its records one by one, which the log does not name, else the lines that fit. */
export function exportLinks(
  migrationId: number,
  { level, outcome, text }: Pick<LogView, 'level' | 'outcome' | 'text'>,
): readonly ExportLink[] {
  const params = { id: String(migrationId) };
  const search = text.trim();
  const filter = {
    ...(search === '' ? {} : { search }),
    ...(level === 'all' ? {} : { level }),
  };
  const [csv, ndjson] =
    outcome === null
      ? [endpointUrl(exportLogsCsv.path, params, filter), endpointUrl(exportLogsNdjson.path, params, filter)]
      : [
          endpointUrl(exportOutcomesCsv.path, params, { outcome }),
          endpointUrl(exportOutcomesNdjson.path, params, { outcome }),
        ];
  return [
    { format: 'CSV', href: csv },
    { format: 'NDJSON', href: ndjson },
  ];
}
