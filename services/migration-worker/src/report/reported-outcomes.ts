import type { BatchPlan, PlannedRecord, ReportedOutcome, WrittenMarks } from '@ridgeline/contracts/internal';
import { outcomeToWire } from '@ridgeline/events';
import { fact, shortened } from '../base/log-entry.ts';
import type { ValueForm } from '../hubspot-io/written-marks.ts';
import { marksOf } from '../hubspot-io/written-marks.ts';
import type { Execution } from '../plans/execution.ts';

/** What a batch's report says of its records; each code of a warning once. */
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
 * Marks of what HubSpot has of a record, as its plan says. A plan that an earlier worker made does not say what it had already, nor
 * does one that adds a value later.
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

/** So many bytes are the texts of a report together: with ids and log lines Kafka takes it (`maxEventBytes`). */
const maxBytes = 350_000;

/** In the order in which they are kept where there is not room for all. */
const texts = ['name', 'message', 'field', 'detail'] as const;
type Text = (typeof texts)[number];

const bytesOf = (outcome: ReportedOutcome): number =>
  texts.reduce((bytes, text) => bytes + Buffer.byteLength(outcome[text] ?? ''), 0);

/**
 * The outcomes with texts of a bounded length. Where those of a large pack are too long together, each record has an equal
 * share of the room: its name comes first, last what the vendor said.
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

/** A text, or as much of it as so many bytes hold. */
function inBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  if (bytes <= ellipsisBytes) return '';
  return shortened(text, encoder.encodeInto(text, new Uint8Array(bytes - ellipsisBytes)).read);
}

/** The outcomes of a batch as they travel; `form` is that of the values of its kind. */
export const outcomesOnTheWire = (execution: Execution, form?: ValueForm) =>
  fitting(reportedOutcomes(execution, form)).map(outcomeToWire);
