import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGuide } from '../features/help/guide/read-guide.ts';

const docs = join(process.cwd(), 'docs');
const named = (folder: string, ending: string) =>
  readdirSync(join(docs, folder)).filter((name) => name.endsWith(ending));

/** The files of `docs/guide/`, by their names without the ending. */
export const guideTexts: ReadonlyMap<string, string> = new Map(
  named('guide', '.md').map((name) => [
    name.slice(0, -'.md'.length),
    readFileSync(join(docs, 'guide', name), 'utf8'),
  ]),
);

/** The guide as the app has it; pictures have no addresses. */
export const theGuide = readGuide({
  texts: guideTexts,
  pictures: new Map(named('images', '.png').map((name) => [name, { src: '', width: 1, height: 1 }])),
});
