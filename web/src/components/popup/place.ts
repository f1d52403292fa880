interface Box {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const gap = 4;
const margin = 8;

/** Where something small opens beside its button: under it and flush with its right edge, above it where there is no room. */
export function place(anchor: Box, popup: Size, page: Size): { readonly top: number; readonly left: number } {
  const below = anchor.bottom + gap;
  const above = anchor.top - gap - popup.height;
  const fitsBelow = below + popup.height + margin <= page.height;
  return {
    top:
      fitsBelow || above < margin
        ? Math.max(margin, Math.min(below, page.height - popup.height - margin))
        : above,
    left: Math.max(margin, Math.min(anchor.right, page.width - margin) - popup.width),
  };
}
