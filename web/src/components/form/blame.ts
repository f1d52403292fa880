import { ApiError } from '@ridgeline/contracts';
import type { FieldTexts } from './check.ts';

/** The field that a refusal is about, by its code, where the server did not name it; for a form's `blame`. */
export function blameByCode<Values>(
  fields: Readonly<Record<string, keyof Values & string>>,
): (error: unknown) => FieldTexts<Values> {
  return (error) => {
    if (!(error instanceof ApiError) || error.code === null) return {};
    const field = fields[error.code];
    return field === undefined ? {} : ({ [field]: error.message } as FieldTexts<Values>);
  };
}
