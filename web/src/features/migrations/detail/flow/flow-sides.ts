import { objectTypes, type Migration } from '@ridgeline/contracts';
import { formatCount } from '../../../../ui/text/format.ts';
import { isUndo, purposeOf, type Purpose } from '../../../summary/purpose.ts';

/** One end of the stream: the source of the records, or their destination. */
export interface FlowSide {
  readonly system: 'acculynx' | 'hubspot';
  readonly name: string;
  readonly detail: string;
  /** What its number counts. */
  readonly label: string;
}

/** What those that succeeded are in HubSpot, or would be. */
const arrived: Readonly<Record<Purpose, string>> = {
  copy: 'up to date',
  dryRun: 'would be up to date',
  undo: 'as before',
  undoPreview: 'would be as before',
};

export function flowSides(migration: Migration): { readonly source: FlowSide; readonly target: FlowSide } {
  const { migrationType, connectionName, hubSpotPortalId, follows } = migration;
  const { noun, hubspotNoun } = objectTypes[migrationType];
  const purpose = purposeOf(migration);
  const portal = hubSpotPortalId ? `Portal ${hubSpotPortalId}` : 'Portal unknown';
  const inHubspot = { system: 'hubspot', name: 'HubSpot', detail: portal } as const;
  const target = { ...inHubspot, label: `${hubspotNoun.many} ${arrived[purpose]}` };
  if (isUndo(purpose)) {
    const label = `${hubspotNoun.many} written by #${String(follows?.migrationId)}`;
    return { source: { ...inHubspot, label }, target };
  }
  const label = sourceLabel(migration, noun.many);
  return { source: { system: 'acculynx', name: 'AccuLynx', detail: connectionName, label }, target };
}

/** The label of AccuLynx's count: the records to copy or copied; for a stopped run, only the records counted. */
function sourceLabel({ status, startedAt, reconciliation, dryRun }: Migration, things: string): string {
  if (status === 'cancelled' && startedAt === null) return `${things}, not counted`;
  if (status === 'completed' || reconciliation === null) return dryRun ? things : `${things} to copy`;
  const { source } = reconciliation;
  return `${things} counted, ${source === 0 ? 'none' : formatCount(source)} read`;
}
