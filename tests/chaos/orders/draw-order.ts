import { seededDraw } from '../disturbing/seeded-draw.ts';

/** What users do with a company's migrations, one thing after the other. */
const acts = [
  'dry run',
  'run of the last plan',
  'migration',
  'paused migration',
  'rejected migration and its retry',
  'undo',
  'undo of the last undo',
  'changes in AccuLynx',
  'changes by hand in HubSpot',
] as const;
export type Act = (typeof acts)[number];

/** Draws so many acts. The first one writes, so that there is something to undo. */
export function drawOrder(seed: number, count: number): readonly Act[] {
  const draw = seededDraw(seed);
  return ['migration', ...Array.from({ length: count - 1 }, () => draw.one(acts))];
}
