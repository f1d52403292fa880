import type { StackDescription } from '@ridgeline/devstack';

/** The stack that the set-up of the browser tests started. */
export function stackOfTests(): StackDescription {
  const description = process.env['RIDGELINE_STACK'];
  if (!description) throw new Error('No product was started for this test: run it in the e2e project');
  return JSON.parse(description) as StackDescription;
}
