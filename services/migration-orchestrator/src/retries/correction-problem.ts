import { AppError } from '@ridgeline/kit';

/** What is wrong with the corrected value of one property of a record. */
export interface CorrectionProblem {
  readonly sourceId: string;
  readonly property: string;
  /** Its display name. */
  readonly about: string;
  /** What a user entered; null where the value does not matter. */
  readonly value: string | null;
  /** What is wrong, or what to do about it. */
  readonly advice: string;
}

const code = 'migration.correction_invalid';
const maxShown = 60;

/**
 * The error for invalid corrections; null without a problem. Its fields, `corrections.<record>.<property>`, quote the entered
 * values. Its text, taken from the first problem, does not, because it goes to the audit trail and values are the company's
 * own data.
 */
export function correctionError(problems: readonly CorrectionProblem[]): AppError | null {
  const [first] = problems;
  if (!first) return null;
  const fields = Object.fromEntries(
    problems.map((problem) => [`corrections.${problem.sourceId}.${problem.property}`, fieldText(problem)]),
  );
  return new AppError(code, { text: `${first.about}: ${first.advice}`, fields });
}

function fieldText({ about, value, advice }: CorrectionProblem): string {
  if (value === null || value.trim() === '') return `${about}: ${advice}`;
  const shown = value.length > maxShown ? `${value.slice(0, maxShown).toWellFormed()}…` : value;
  return `${about}: "${shown}" does not fit. ${advice}`;
}
