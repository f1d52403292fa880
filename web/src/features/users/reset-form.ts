import { resetTexts as texts } from './texts.ts';

export interface ResetValues {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

interface ResetProblem {
  readonly field: keyof ResetValues;
  readonly title: string;
  readonly text: string;
}

const minimum = 8;

/** What stands in the way of a reset, the first problem first; none when both are filled, equal and long enough. */
export function resetProblems({ newPassword, confirmPassword }: ResetValues): readonly ResetProblem[] {
  return [
    ...(newPassword.length < minimum ? [{ field: 'newPassword' as const, ...texts.tooShort }] : []),
    ...(newPassword === confirmPassword ? [] : [{ field: 'confirmPassword' as const, ...texts.mismatch }]),
  ];
}

/** The problems to show beside their fields while typing: nothing is said about a field before something is in it. */
export function typingErrors(values: ResetValues): Partial<Record<keyof ResetValues, string>> {
  const said = resetProblems(values).filter(({ field }) => values[field] !== '');
  return Object.fromEntries(said.map(({ field, text }) => [field, text]));
}
