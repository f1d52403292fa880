import { ConnectionError } from '@ridgeline/contracts';
import useSWRImmutable from 'swr/immutable';
import type { Guide } from './guide.ts';

/** Fetches the guide's texts and what reads them, which come when the guide is first opened. */
async function loadGuide(): Promise<Guide> {
  const [{ readGuide }, { guideFiles }] = await Promise.all([
    import('./read-guide.ts'),
    import('./guide-files.ts'),
  ]).catch((cause: unknown) => {
    throw new ConnectionError(cause);
  });
  return readGuide(guideFiles);
}

/** The guide, once it is there; it does not change while the app runs. */
export const useGuide = () => useSWRImmutable<Guide, unknown>('guide', loadGuide);

/** The page from its beginning: some browsers remember a script that could not be fetched until then. */
export const reload = (): void => {
  window.location.reload();
};
