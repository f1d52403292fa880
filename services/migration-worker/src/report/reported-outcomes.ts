import type { BatchPlan, PlannedRecord, ReportedOutcome, WrittenMarks } from '@ridgeline/contracts/internal';
import { outcomeToWire } from '@ridgeline/events';
import { fact, shortened } from '../base/log-entry.ts';
import type { ValueForm } from '../hubspot-io/written-marks.ts';
import { marksOf } from '../hubspot-io/written-marks.ts';
import type { Execution } from '../plans/execution.ts';

/** What a batch's report says about its records; each warning code once. */
function reportedOutcomes({ plan, outcomes }: Execution, form: ValueForm | undefined): ReportedOutcome[] {
  const planned = new Map(plan.records.map((record) => [record.sourceId, record]));
  return [...outcomes].map(([sourceId, facts]) => {
    const record = planned.get(sourceId);
    const isThere = facts.outcome !== 'failed' && facts.outcome !== 'skipped';
    const written = record && form && isThere ? writtenMarks(record, plan.pass, form) : undefined;
    return {
      ...facts,
      sourceId,
      warnings: [...new Set(record?.warnings.map(({ code }) => code))],
      ...(written ? { written } : {}),
    };
  });
}

/**
 * Marks of the values that HubSpot has of a record, according to its plan. A plan by an earlier worker, or one that adds a
 * value later, does not say which values were already there.
 */
function writtenMarks(
  record: PlannedRecord,
  pass: BatchPlan['pass'],
  form: ValueForm,
): WrittenMarks | undefined {
  if (record.action === 'create') return { marks: marksOf(record.properties, form), isWhole: true };
  const after = record.action === 'update' ? marksOf(record.after, form) : new Uint8Array();
  const held = record.held;
  if (held === undefined && after.length === 0) return undefined;
  const marks = Buffer.concat([Buffer.from(held ?? '', 'base64'), after]);
  return { marks, isWhole: held !== undefined && pass === 'records' };
}

/** The maximum size in bytes of a report's texts: with ids and log entries, Kafka still accepts it (`maxEventBytes`). */
const maxBytes = 350_000;

/** In order of importance: the first are kept when there is not enough room. */
const texts = ['name', 'message', 'field', 'detail'] as const;
type Text = (typeof texts)[number];

const bytesOf = (outcome: ReportedOutcome): number =>
  texts.reduce((bytes, text) => bytes + Buffer.byteLength(outcome[text] ?? ''), 0);

/**
 * The outcomes with texts of limited length. If the texts of a large pack are too long in total, each record gets an equal
 * share: its name comes first, the vendor's text last.
 */
function fitting(outcomes: readonly ReportedOutcome[]): readonly ReportedOutcome[] {
  const bounded = outcomes.map((outcome) => withTexts(outcome, fact));
  const bytes = bounded.reduce((sum, outcome) => sum + bytesOf(outcome), 0);
  if (bytes <= maxBytes) return bounded;
  const share = Math.floor(maxBytes / outcomes.length);
  return bounded.map((outcome) => {
    let room = share;
    return withTexts(outcome, (_, text) => {
      const told = inBytes(text, room);
      room -= Buffer.byteLength(told);
      return told;
    });
  });
}

function withTexts(outcome: ReportedOutcome, told: (name: Text, text: string) => string): ReportedOutcome {
  const of = (name: Text): string | null => {
    const text = outcome[name];
    return text === null ? null : told(name, text) || null;
  };
  const [name, message, field, detail] = [of('name'), of('message'), of('field'), of('detail')];
  return { ...outcome, name, message, field, detail };
}

const ellipsisBytes = 3;
const encoder = new TextEncoder();

/** The text, or as much of it as fits into this many bytes. */
function inBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  if (bytes <= ellipsisBytes) return '';
  return shortened(text, encoder.encodeInto(text, new Uint8Array(bytes - ellipsisBytes)).read);
}

/** The outcomes of a batch in the form in which they are sent; `form` is the comparable form of its kind's values. */
export const outcomesOnTheWire = (execution: Execution, form?: ValueForm) =>
  fitting(reportedOutcomes(execution, form)).map(outcomeToWire);
