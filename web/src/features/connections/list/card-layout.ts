/** Every card is as high as this, in pixels, so that those out of sight need not be drawn. */
export const cardHeight = 292;

/** A card is not narrower than this unless the page is. */
const narrowest = 380;

/** How many cards stand beside each other in this width; one before the width is known. */
export const cardsBeside = (width: number, gap: number): number =>
  Math.max(1, Math.floor((width + gap) / (narrowest + gap)));
