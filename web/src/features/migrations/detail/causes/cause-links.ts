import {
  acculynxUrl,
  endpointUrl,
  exportOutcomesCsv,
  exportRecordsCsv,
  hasPage,
  hubspotPropertiesUrl,
  hubspotSearchUrl,
  type LinkedPortal,
} from '@ridgeline/contracts';
import type { VendorLink } from '../../../records/record-links.ts';
import type { Cause, Example } from './causes.ts';

const link = (text: string, href: string | null): readonly VendorLink[] =>
  href === null ? [] : [{ text, href }];

/** Links to one record in both systems. */
export function exampleLinks(
  { kind, issue }: Pick<Cause, 'kind' | 'issue'>,
  { name, sourceId }: Example,
  portal: LinkedPortal,
): readonly VendorLink[] {
  if (!hasPage(sourceId)) return [];
  const inHubspot = name === null ? null : hubspotSearchUrl(portal, kind, name);
  return [
    ...link('AccuLynx', acculynxUrl(kind, sourceId)),
    // A deliberately skipped record is not there.
    ...link('HubSpot', issue === 'skipped' ? null : inHubspot),
  ];
}

/** Where a cause is fixed for all its records together. */
export function fixLinks(
  { kind, fix }: Pick<Cause, 'kind' | 'fix'>,
  portal: LinkedPortal,
): readonly VendorLink[] {
  const properties = hubspotPropertiesUrl(portal, kind);
  return fix.places.includes('properties') ? link('Properties in HubSpot', properties) : [];
}

/**
 * The file with all records of a cause, without the page's limits. Failed and skipped records are exported with what to do;
 * warnings are only available in the list of records.
 */
export function causeExport(
  migrationId: number,
  { kind, issue, code }: Pick<Cause, 'kind' | 'issue' | 'code'>,
): string {
  const params = { id: String(migrationId) };
  return issue === 'warned'
    ? endpointUrl(exportRecordsCsv.path, params, { kind, reason: code })
    : endpointUrl(exportOutcomesCsv.path, params, { kind, outcome: issue, reason: code });
}
