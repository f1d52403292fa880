import { ApiError, type ApiClient } from '@ridgeline/contracts';

/** An error that the orchestrator answers with. */
export const refusal = (code: string): ApiError =>
  new ApiError(409, code, { error: code, message: code, code });

/** Calls that are all answered with this, or fail with it; `asked` holds what was sent where. */
export function answeredCalls(answer: unknown) {
  const asked: unknown[] = [];
  const call = ((
    { path }: { readonly path: string },
    { params, body }: { readonly params?: unknown; readonly body: unknown },
  ) => {
    asked.push([path, params, body]);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }) as ApiClient;
  return { calls: { call, quickCall: call }, asked };
}
