import type { Picture } from './guide.ts';
import type { GuideFiles } from './read-guide.ts';

const texts = import.meta.glob<string>('../../../../../docs/guide/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

const pictures = import.meta.glob<Picture>('../../../../../docs/images/*.png', {
  eager: true,
  query: '?measured',
  import: 'default',
});

const byName = <Content>(files: Readonly<Record<string, Content>>): ReadonlyMap<string, Content> =>
  new Map(
    Object.entries(files).map(([path, content]) => [
      path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, ''),
      content,
    ]),
  );

/**
 * `docs/guide/` as it was when the app was built: the texts themselves, but only the URLs of the pictures. Import this only
 * where the guide is opened, so that nothing loads it earlier.
 */
export const guideFiles: GuideFiles = { texts: byName(texts), pictures: byName(pictures) };
