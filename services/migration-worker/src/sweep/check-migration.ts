import type { CheckedRecord, ReadBack, ReadDifference } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { recordReader } from '../hubspot-io/read-records.ts';
import { isOthersChange, lastAuthors, type LastAuthors } from '../hubspot-io/written-by-us.ts';
import { comparable } from '../hubspot-io/written-marks.ts';
import type { Lease } from '../lease/lease.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { WriteRules } from '../object-migration/write-rules.ts';
import type { SweepService } from '../orchestrator/orchestrator.ts';
import { RunKinds } from '../pipeline/run-kinds.ts';
import type { HubspotAccess } from '../vendors/run-vendors.ts';
import { PortalWords } from './portal-words.ts';

/*
 * A check of what a migration wrote (ADR 84):
 *
 *   { a page is taken ─> its records are read, by kind ─> where values differ: who wrote them, and the labels in HubSpot
 *     ─> reported } ─> no page is left
 *
 * It writes nothing.
 */

interface MigrationCheck {
  readonly orchestrator: Pick<SweepService, 'writtenPage' | 'reportReadBack'>;
  /** The kind of the migration's own records. */
  readonly object: ObjectMigration;
  readonly hubspot: HubspotAccess;
  readonly lease: Lease;
}

/** Compares all pages that the orchestrator gives out. Rejects as HubSpot's calls do, and when the lease stops. */
export async function checkMigration({
  orchestrator,
  object,
  hubspot,
  lease,
}: MigrationCheck): Promise<void> {
  const signal = lease.stopping;
  const kinds = new RunKinds(object, (rules) => rules.openTarget(hubspot));
  const words = new PortalWords(hubspot, signal);
  for (;;) {
    const { records, place, next } = await orchestrator.writtenPage(lease, signal);
    if (records.length === 0 && next === null) return;
    const read: ReadBack[] = [];
    for (const [kind, some] of Map.groupBy(records, (record) => record.kind)) {
      const { rules } = kinds.rulesOf(kind);
      read.push(...(await readBack(some, { rules, hubspot, words, signal, target: kinds.targetOf(kind) })));
    }
    await orchestrator.reportReadBack(lease, { place, next, records: read }, signal);
    if (next === null) return;
  }
}

interface ReadParts {
  readonly rules: WriteRules;
  readonly target: Parameters<typeof recordReader>[0];
  readonly hubspot: HubspotAccess;
  readonly words: PortalWords;
  readonly signal: AbortSignal;
}

/** Records of one kind in their current state in HubSpot, in order. */
async function readBack(records: readonly CheckedRecord[], parts: ReadParts): Promise<readonly ReadBack[]> {
  const { rules, target, signal } = parts;
  const found = await recordReader(target, rules.type, signal).byId(
    records.map(({ hubspotId }) => hubspotId),
  );
  const compared = records.map((written) => ({
    written,
    current: found.get(written.hubspotId),
    differing: differingIn(written, found.get(written.hubspotId), rules),
  }));
  const asked = new Map(
    compared.flatMap(({ written, differing }) =>
      differing.length > 0 ? [[written.hubspotId, new Set(differing)] as const] : [],
    ),
  );
  const told = await toldOf(asked, parts);
  return compared.map(({ written, current, differing }) => ({
    kind: written.kind,
    sourceId: written.sourceId,
    hubspotId: written.hubspotId,
    name: (current && rules.comparison?.nameIn(current)) ?? null,
    standing: standingOf(written, current),
    fields: Object.keys(written.values).length,
    differences: differing.map((property) => differenceOf(property, written, current, told)),
  }));
}

/** What HubSpot knows about differing values. */
interface Told {
  readonly authors: Awaited<ReturnType<LastAuthors>>;
  /** By property. */
  readonly labels: ReadonlyMap<string, string>;
  /** By the source of a history's entry. */
  readonly names: ReadonlyMap<string, string>;
}

/** Who last wrote these values, and the labels of their properties and authors in HubSpot. */
async function toldOf(
  asked: Parameters<LastAuthors>[0],
  { rules: { comparison }, hubspot, words, signal }: ReadParts,
): Promise<Told> {
  if (!comparison || asked.size === 0) return { authors: new Map(), labels: new Map(), names: new Map() };
  const { authorship } = comparison;
  const authors = await lastAuthors(hubspot, signal, authorship)(asked);
  const sources = [...authors.values()].flatMap((of) =>
    [...of.values()].flatMap(({ sourceId }) => sourceId ?? []),
  );
  return {
    authors,
    labels: await words.labelsOf(authorship.object),
    names: await words.namesOf(sources),
  };
}

/** The id of a merged record finds the record that resulted. */
function standingOf({ hubspotId }: CheckedRecord, current: HubspotRecord | undefined): ReadBack['standing'] {
  if (!current) return 'gone';
  return current.id === hubspotId ? 'found' : 'merged';
}

/** The properties whose value in HubSpot differs from the written one, in the comparable form of the kind. */
function differingIn(
  { hubspotId, values }: CheckedRecord,
  current: HubspotRecord | undefined,
  { comparison }: WriteRules,
): readonly string[] {
  if (current?.id !== hubspotId) return [];
  const formOf = (property: string, value: string): string =>
    comparison?.form(property, value) ?? comparable(value);
  return Object.entries(values).flatMap(([property, value]) => {
    const inHubspot = [
      current.properties[property] ?? '',
      ...(comparison?.valuesIn(current, property) ?? []),
    ];
    return inHubspot.some((one) => formOf(property, one) === formOf(property, value)) ? [] : property;
  });
}

function differenceOf(
  property: string,
  { hubspotId, values, writtenAt }: CheckedRecord,
  current: HubspotRecord | undefined,
  { authors, labels, names }: Told,
): ReadDifference {
  const author = authors.get(hubspotId)?.get(property);
  // A value that others wrote before us was seen and overwritten: if it is there, our write was lost.
  const isKnown = author !== undefined && (author.isOurs || isOthersChange(author, writtenAt));
  return {
    property,
    label: labels.get(property) ?? null,
    written: values[property] ?? '',
    now: current?.properties[property] ?? null,
    author: isKnown
      ? {
          isOurs: author.isOurs,
          source: author.by,
          sourceId: author.sourceId,
          name: names.get(author.sourceId ?? '') ?? null,
          at: Number.isNaN(author.at) ? null : new Date(author.at).toISOString(),
        }
      : null,
  };
}
