/**
 * Whether a process reports at its `/readyz` that all its dependencies answer: a degraded process is ready, but misses one
 * of them. `metrics` is the address of its metrics; a process that does not answer within 10 s counts as missing something.
 */
export async function missesNothing(metrics: string): Promise<boolean> {
  try {
    const answer = await fetch(metrics.replace('/metrics', '/readyz'), {
      signal: AbortSignal.timeout(10_000),
    });
    return ((await answer.json()) as { status: string }).status === 'ok';
  } catch {
    return false;
  }
}
