import { htmlSummary, type LoadSummary } from '../portable/load-summary.ts';

/** k6 calls this at the end: the summary as JSON, for the verdict, and as a page, for people. */
export function handleSummary(data: LoadSummary): Record<string, string> {
  const name = __ENV['PROFILE'] ?? 'load';
  return {
    [__ENV['SUMMARY_JSON'] ?? 'summary.json']: JSON.stringify(data, null, 2),
    [__ENV['SUMMARY_HTML'] ?? 'summary.html']: htmlSummary(name, data),
  };
}
