import { errorText, type ErrorCode } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';

/** An error of the check of properties itself. */
export function propertyFailure(
  code: Extract<ErrorCode, `properties.${string}`>,
  text: string = errorText(code),
  reason?: string,
): AppError {
  return new AppError(code, { text, ...(reason ? { details: { reason } } : {}) });
}

/** A person mends them one after the other; more than so many fill no message. */
const mostNamed = 5;

/** Properties exist that cannot hold what is written; `sentences` say so of each. */
export function unsuitableProperties(sentences: readonly string[]): AppError {
  const more = sentences.length - mostNamed;
  const named = sentences.slice(0, mostNamed).join('. ');
  return propertyFailure('properties.unsuitable', more > 0 ? `${named}. And ${more} more` : named);
}
