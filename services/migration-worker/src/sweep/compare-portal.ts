import type { ComparedRecord, LinkedRecord } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { recordReader } from '../hubspot-io/read-records.ts';
import { isOthersChange, lastAuthors, type Author } from '../hubspot-io/written-by-us.ts';
import { nameMark, readMarks, valueMark } from '../hubspot-io/written-marks.ts';
import type { Lease } from '../lease/lease.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { ComparisonRules } from '../object-migration/write-rules.ts';
import type { SweepService } from '../orchestrator/orchestrator.ts';
import type { HubspotAccess } from '../vendors/run-vendors.ts';

/*
 * A comparison of linked records with HubSpot (ADR 78):
 *
 *   { a page is taken ─> its records are read ─> where values differ: who wrote them ─> reported } ─> no page is left
 *
 * It writes nothing: differences that no one caused become due when their page is reported.
 */

interface PortalCheck {
  readonly orchestrator: Pick<SweepService, 'linkedRecords' | 'reportCompared'>;
  readonly object: ObjectMigration;
  readonly rules: ComparisonRules;
  readonly hubspot: HubspotAccess;
  readonly lease: Lease;
}

/** Compares all pages that the orchestrator gives out. Rejects as HubSpot's calls do, and when the lease stops. */
export async function comparePortal({
  orchestrator,
  object,
  rules,
  hubspot,
  lease,
}: PortalCheck): Promise<void> {
  const signal = lease.stopping;
  const read = recordReader(object.openTarget(hubspot), object.type, signal);
  const authorsOf = lastAuthors(hubspot, signal, rules.authorship);
  for (;;) {
    const { records, place, next } = await orchestrator.linkedRecords(lease, signal);
    if (records.length === 0) return;
    const found = await read.byId(records.map(({ hubspotId }) => hubspotId));
    const standing = records.map((linked) => ({
      linked,
      ...standingOf(linked, found.get(linked.hubspotId), rules),
    }));
    const asked = standing.filter(({ differing }) => differing.length > 0);
    const authors = await authorsOf(
      new Map(asked.map(({ linked, differing }) => [linked.hubspotId, new Set(differing)])),
    );
    const compared = standing.map((one) => comparedRecord(one, authors.get(one.linked.hubspotId)));
    await orchestrator.reportCompared(lease, { place, next, records: compared }, signal);
    if (next === null) return;
  }
}

/** The state of a record in HubSpot: a merged record counts as gone, like a deleted one. */
interface Standing {
  readonly name: string | null;
  readonly isGone: boolean;
  readonly differing: readonly string[];
}

function standingOf(
  { hubspotId, written }: LinkedRecord,
  record: HubspotRecord | undefined,
  rules: ComparisonRules,
): Standing {
  if (record?.id !== hubspotId) return { name: null, isGone: true, differing: [] };
  const marks = readMarks(written);
  const differing = Object.keys(record.properties).filter((property) => {
    const mark = marks.get(nameMark(property));
    if (mark === undefined) return false;
    const forms = rules.valuesIn(record, property).map((value) => rules.form(property, value));
    return !forms.some((form) => form !== null && valueMark(form) === mark);
  });
  return { name: rules.nameIn(record), isGone: false, differing };
}

function comparedRecord(
  { linked, name, isGone, differing }: Standing & { readonly linked: LinkedRecord },
  authors: ReadonlyMap<string, Author> = new Map(),
): ComparedRecord {
  const { sourceId, hubspotId, writtenAt } = linked;
  const changedByPeople = differing.flatMap((property) => {
    const author = authors.get(property);
    return isOthersChange(author, writtenAt) ? [{ property, by: author.by }] : [];
  });
  const theirs = new Set(changedByPeople.map(({ property }) => property));
  return {
    sourceId,
    hubspotId,
    writtenAt,
    name,
    isGone,
    changedByPeople,
    differing: differing.filter((property) => !theirs.has(property)),
  };
}
