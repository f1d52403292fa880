import {
  endpointUrl,
  exportLogsCsv,
  exportLogsNdjson,
  exportOutcomesCsv,
  exportOutcomesNdjson,
  type Migration,
} from '@ridgeline/contracts';
import { memo, useMemo, useState } from 'react';
import { IgnoredParameters } from '../../../ui/page/IgnoredParameters.tsx';
import { PageButtons, pageWindow, rowsPerPage } from '../../../ui/table/PageButtons.tsx';
import { formatCount, formatRecords } from '../../../ui/text/format.ts';
import { usePhone } from '../../../ui/theme/use-media-query.ts';
import { purposeOf } from '../../summary/purpose.ts';
import { isFinal } from '../../live/migration-cache.ts';
import { sameFacts } from '../same-facts.ts';
import { countLevels, filterLogs, type LogIndex } from './log-filter.ts';
import { rowsOf } from './log-rows.ts';
import { heldLines, useLogView, type LogView } from './log-view.ts';
import { LogFilters, LogFollow } from './LogFilters.tsx';
import { LogList, LogTable, OutcomeNote } from './LogTable.tsx';
import { logLimit } from './use-log-refresh.ts';
import { useOpenIds } from './use-open-ids.ts';

interface LogsProps {
  readonly index: LogIndex;
  /** How far the older entries of a long log are searched; null where no search needs them. */
  readonly older: 'searching' | 'searched' | 'unsearched' | null;
  readonly migration: Migration;
}

/** Notes on a search in a log that is longer than the page can hold. */
const olderTexts: Readonly<Record<NonNullable<LogsProps['older']>, string>> = {
  searching: '; searching older entries…',
  searched: ', in the whole log',
  unsearched: `; only the newest ${formatCount(logLimit)} entries could be searched`,
};

/** The entries that match the view, page by page; rendered again when the entries change, not with every count. */
export const Logs = memo(function Logs({ index, older, migration }: LogsProps) {
  const { view, change } = useLogView();
  const phone = usePhone();
  // Not deferred: to look through 10,000 lines takes less than the frame that a deferral would cost.
  const { level, outcome, text, page, line } = view;
  // Null while the reader follows.
  const [newest, setNewest] = useState<number | null>(null);
  const counts = useMemo(
    () => countLevels(filterLogs(index, { level: 'all', outcome: null, text })),
    [index, text],
  );
  const fitting = useMemo(() => filterLogs(index, { level, outcome, text }), [index, level, outcome, text]);
  const { logs: found, newer } = useMemo(() => heldLines(fitting, newest), [fitting, newest]);
  const [opened, toggleFold] = useOpenIds();
  // A search and a filter show each entry that matches.
  const isFiltered = level !== 'all' || outcome !== null || text.trim() !== '';
  const all = useMemo(
    () => (isFiltered ? found.map((log) => ({ log, inFold: false })) : rowsOf(found, opened, line)),
    [isFiltered, found, opened, line],
  );
  const chosen = line === null ? -1 : all.findIndex((row) => !('fold' in row) && row.log.id === line);
  const pages = pageWindow(all.length, chosen < 0 ? page : pageOf(chosen));
  const rows = all.slice(pages.from, pages.to);
  const Rows = phone ? LogList : LogTable;
  const purpose = purposeOf(migration);
  const follow = (wanted: boolean) => {
    setNewest(wanted ? null : (found[0]?.id ?? null));
    if (wanted) change({ page: 1 });
  };
  return (
    <>
      <IgnoredParameters names={view.ignored} />
      <LogFilters view={view} counts={counts} purpose={purpose} onChange={change} />
      {outcome && text === '' ? (
        <OutcomeNote outcome={outcome} migration={migration} lines={found.length} />
      ) : null}
      {line !== null && chosen < 0 ? (
        <p className="logs-note">The linked entry is not in this list.</p>
      ) : null}
      {rows.length > 0 ? (
        <Rows rows={rows} kind={index.kind} purpose={purpose} onFold={toggleFold} />
      ) : (
        <p className="logs-none">
          {index.logs.length > 0 ? 'No log entries match this filter.' : whyNoLines(migration)}
        </p>
      )}
      <div className="logs-foot">
        <p className="numbers" role="status">
          {found.length === 0
            ? 'No log entries'
            : `${formatCount(pages.from + 1)}–${formatCount(pages.to)} of ${formatCount(all.length)}`}
          {all.some((row) => 'fold' in row)
            ? ` rows, ${formatRecords(found.length, { one: 'log entry', many: 'log entries' })}`
            : ''}
          {older !== null
            ? olderTexts[older]
            : index.logs.length >= logLimit
              ? `; the newest ${formatCount(logLimit)} entries are shown`
              : ''}
        </p>
        <PageButtons
          label="Pages of the logs"
          window={pages}
          onChange={(next) => {
            // Stop following, or else later pages would shift while the user reads.
            if (newest === null && next > 1 && !isFinal(migration)) setNewest(found[0]?.id ?? null);
            change({ page: next });
          }}
        />
        <div className="logs-tools">
          {isFinal(migration) ? null : (
            <LogFollow following={newest === null} newer={newer} onChange={follow} />
          )}
          {index.logs.length > 0
            ? exportLinks(migration.id, view).map(({ format, href }) => (
                <a key={format} href={href} download>
                  Export as {format}
                </a>
              ))
            : null}
        </div>
      </div>
    </>
  );
}, areSame);

function areSame(former: LogsProps, latter: LogsProps): boolean {
  return former.index === latter.index && former.older === latter.older && sameFacts(former, latter);
}

/** The page of a row, by its place. */
const pageOf = (place: number): number => Math.floor(place / rowsPerPage) + 1;

/** Every run logs an entry when it begins, so an ended migration without entries has outlived its log's retention. */
function whyNoLines(migration: Migration): string {
  if (!isFinal(migration)) return 'No log entries yet. They appear as the migration runs.';
  if (migration.startedAt === null) return 'No log entries: it ended before it started.';
  return 'The log of this migration is no longer available. Its counts and summary are.';
}

/** A file that the server makes of what is shown, without the cap of the page. */
interface ExportLink {
  readonly format: string;
  readonly href: string;
}

/**
 * The files for a view: with an outcome filter, its records one by one, because the log does not name all of them; else the
 * matching entries.
 */
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
