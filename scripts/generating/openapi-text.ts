import { openApiDocument } from '@ridgeline/contracts/openapi';

/** The OpenAPI document as it is written to `docs/api/openapi.json`. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}
