/** What one run of bare calls came to. */
export interface BareCalls {
  /** CPU time of one call, in milliseconds, including what Node spends between them. */
  readonly cpuMs: number;
}

/** Lists the jobs of one company as often as the sweeps' calls, and only parses the answers. */
const [url = '', apiKey = '', perSecond, measureMs] = process.argv.slice(2);
const everyMs = 1_000 / Number(perSecond);
const calls = Math.round(Number(measureMs) / everyMs);
const before = process.cpuUsage();
for (let call = 0; call < calls; call += 1) {
  const next = new Promise((resolve) => setTimeout(resolve, everyMs));
  const answer = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
  if (!answer.ok) throw new Error(`AccuLynx' simulator answered ${String(answer.status)}`);
  JSON.parse(await answer.text());
  await next;
}
const { user, system } = process.cpuUsage(before);
const report: BareCalls = { cpuMs: (user + system) / 1_000 / calls };
process.send?.(report);
process.disconnect();
