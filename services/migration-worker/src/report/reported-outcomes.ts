import type { ReportedOutcome } from '@ridgeline/contracts/internal';
import { outcomeToWire } from '@ridgeline/events';
import { fact, shortened } from '../base/log-entry.ts';
import type { Execution } from '../plans/execution.ts';

/** What a batch's report tells of its records; each code of a warning once. */
function reportedOutcomes({ plan, outcomes }: Execution): ReportedOutcome[] {
  const warnings = new Map(
    plan.records.map((record) => [record.sourceId, record.warnings.map(({ code }) => code)]),
  );
  return [...outcomes].map(([sourceId, facts]) => ({
    ...facts,
    sourceId,
    warnings: [...new Set(warnings.get(sourceId))],
  }));
}

/** So many bytes are the texts of a report together: with ids and log lines Kafka takes it (`maxEventBytes`). */
const maxBytes = 350_000;

/** In the order in which they are told where there is not room for all. */
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

/** The outcomes of a batch as they travel. */
export const outcomesOnTheWire = (execution: Execution) =>
  fitting(reportedOutcomes(execution)).map(outcomeToWire);
