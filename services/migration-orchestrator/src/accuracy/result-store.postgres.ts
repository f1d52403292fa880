import type { AccuracyVerdict } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedSweep } from '../sweeps/fenced-sweeps.postgres.ts';

/** The results of a page, by record. */
export interface PageResults {
  readonly compared: number;
  readonly equal: number;
  readonly changedByPeople: number;
  readonly gone: number;
}

/** Counts a page of a comparison. */
export async function countPage(
  tx: Tx,
  check: number,
  { compared, equal, changedByPeople, gone }: PageResults,
): Promise<void> {
  await tx.query(
    `update accuracy_checks set compared = compared + $2, equal = equal + $3, changed_by_people = changed_by_people + $4,
       gone = gone + $5
     where id = $1`,
    [check, compared, equal, changedByPeople, gone],
  );
}

/** Ends the comparison. */
export async function endCheck(tx: Tx, check: number): Promise<void> {
  await tx.query(
    `update accuracy_checks set ended_at = clock_timestamp() where id = $1 and ended_at is null`,
    [check],
  );
}

/** How a record in HubSpot differs from what was written. */
export interface StandingFinding {
  readonly sourceId: string;
  readonly hubspotId: string;
  readonly name: string | null;
  readonly verdict: Exclude<AccuracyVerdict, 'repaired'>;
  readonly properties: readonly { readonly property: string; readonly by: string | null }[];
}

/**
 * Updates the list of differences from a page: a difference that persists keeps the time when it was first found, and one
 * that is gone is removed.
 */
export async function noteStanding(
  tx: Tx,
  { connection_id, company_id, kind }: FencedSweep,
  compared: readonly string[],
  standing: readonly StandingFinding[],
): Promise<void> {
  await tx.query(
    `with noted as materialized (
       select * from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::json[])
         as n(source_id, hubspot_id, name, verdict, properties)
     ), over as (
       delete from accuracy_findings f
       where connection_id = $1 and kind = $3 and source_id = any ($4::text[]) and verdict <> 'repaired'
         and not exists (select from noted n where n.source_id = f.source_id and n.verdict = f.verdict)
     )
     insert into accuracy_findings (connection_id, company_id, kind, source_id, hubspot_id, name, verdict, properties)
     select $1, $2, $3, source_id, hubspot_id, name, verdict, properties from noted
     on conflict (connection_id, kind, source_id, verdict) where verdict <> 'repaired' do update
       set hubspot_id = excluded.hubspot_id, name = excluded.name, properties = excluded.properties,
         seen_at = excluded.seen_at`,
    [
      connection_id,
      company_id,
      kind,
      compared,
      standing.map(({ sourceId }) => sourceId),
      standing.map(({ hubspotId }) => hubspotId),
      standing.map(({ name }) => (name === null ? null : storableText(name))),
      standing.map(({ verdict }) => verdict),
      standing.map(({ properties }) => storableText(JSON.stringify(properties))),
    ],
  );
}
