import type {
  AnswerOf,
  attentionOfCompanies,
  CompanyConnection,
  MigrationProcess,
} from '@ridgeline/contracts';
import { unusableReason, webhookLook } from '../connections/status-display.ts';
import { syncConcerns } from '../dashboard/attention.ts';
import { badEnd, type AttentionItem } from '../dashboard/bad-ends.ts';

/** What is known of all companies. */
export interface CompanyFindings {
  /** Those that do not work. */
  readonly connections: readonly CompanyConnection[];
  readonly attention: Pick<AnswerOf<typeof attentionOfCompanies>, 'migrations' | 'syncs' | 'companies'>;
  readonly orphans: readonly Pick<MigrationProcess, 'id' | 'migrationId' | 'companyId'>[];
}

/** A company that needs attention, and what for, the worst first. */
export interface FailingCompany {
  readonly companyId: string;
  readonly name: string | null;
  readonly items: readonly AttentionItem[];
}

/** The order of what is wrong: what stops everything, what stopped, what stalls, what is late or incomplete. */
const ranks = ['connection', 'failed', 'process', 'sync', 'rejected'] as const;

interface Finding {
  readonly companyId: string;
  readonly rank: number;
  readonly item: AttentionItem;
}

/** The companies that need attention, those where the worst is wrong first. `now` is epoch milliseconds. */
export function failingCompanies(findings: CompanyFindings, now: number): readonly FailingCompany[] {
  const names = namesOf(findings);
  const found = findingsOf(findings, now).toSorted((a, b) => a.rank - b.rank);
  // The findings are sorted by severity, so grouping them yields the companies in that order too.
  return [...Map.groupBy(found, ({ companyId }) => companyId)].map(([companyId, those]) => ({
    companyId,
    name: names.get(companyId) ?? null,
    items: those.map(({ item }) => item),
  }));
}

function namesOf({ connections, attention }: CompanyFindings): ReadonlyMap<string, string | null> {
  return new Map([
    ...attention.companies.map(({ companyId, name }) => [companyId, name] as const),
    ...connections.map(({ companyId, companyName }) => [companyId, companyName] as const),
  ]);
}

function findingsOf({ connections, attention, orphans }: CompanyFindings, now: number): readonly Finding[] {
  const rank = (name: (typeof ranks)[number]) => ranks.indexOf(name);
  const broken = new Set(connections.map(({ id }) => id));
  return [
    ...connections.map((one) => ({
      companyId: one.companyId,
      rank: rank('connection'),
      item: brokenConnection(one),
    })),
    ...attention.migrations.flatMap((run) =>
      run.companyId === null
        ? []
        : [
            {
              companyId: run.companyId,
              rank: rank(run.status === 'failed' ? 'failed' : 'rejected'),
              item: badEnd(run),
            },
          ],
    ),
    ...orphans.flatMap(({ id, migrationId, companyId }) =>
      companyId === null ? [] : [{ companyId, rank: rank('process'), item: stalled(id, migrationId) }],
    ),
    ...attention.syncs.flatMap(({ companyId, connectionName, ...sync }) =>
      syncConcerns(connectionName, sync, broken.has(sync.connectionId) ? null : now).map((item) => ({
        companyId,
        rank: rank('sync'),
        item,
      })),
    ),
  ];
}

function brokenConnection(connection: CompanyConnection): AttentionItem {
  const { id, name } = connection;
  const unusable = unusableReason(connection);
  return {
    key: `connection-${id}`,
    title: `${name}: ${unusable === null ? 'the webhook does not work' : 'the credentials do not work'}`,
    text: unusable ?? webhookLook(connection).reason,
    links: [{ to: `/connections/${id}`, text: 'See the connection' }],
  };
}

const stalled = (processId: number, migrationId: number): AttentionItem => ({
  key: `process-${processId}`,
  title: `Migration #${migrationId} is stalled`,
  text: 'Its process misses its heartbeats or crashed. Another process takes over automatically.',
  links: [{ to: `/migrations/${migrationId}`, text: 'See the migration' }],
});
