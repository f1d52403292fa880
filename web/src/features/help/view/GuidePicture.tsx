import type { Picture, PictureBlock } from '../guide/guide.ts';

interface GuidePictureProps {
  readonly block: PictureBlock;
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly beside: boolean;
}

/** A picture of the guide, loaded lazily with its space reserved. Narrow places show the phone version. */
export function GuidePicture({ block, pictures, beside }: GuidePictureProps) {
  const { alt, file, narrow } = block;
  const wide = pictures.get(file);
  const small = narrow ? pictures.get(narrow.file) : undefined;
  const shown = beside ? (small ?? wide) : wide;
  if (!shown) return null;
  return (
    <picture>
      {small && narrow && !beside ? (
        <source media={narrow.media} srcSet={small.src} width={small.width} height={small.height} />
      ) : null}
      <img alt={alt} src={shown.src} width={shown.width} height={shown.height} loading="lazy" />
    </picture>
  );
}
