import { AppError } from '@ridgeline/kit';

/** A refusal with its text beside the field that caused it. */
export function fieldError(field: string, code: AppError['code']): AppError {
  const { text } = new AppError(code);
  return new AppError(code, { fields: { [field]: text } });
}
