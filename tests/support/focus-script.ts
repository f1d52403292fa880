/** Runs in a page: focuses one control of each kind as the keyboard does, and answers those whose focus is hard to see. */
export const focusScript = `(async () => {
  const wanted = 3;
  const controls = 'a[href], button, input:not([type="hidden"]), textarea, [tabindex="0"]';
  const kindOf = (one) => [one.localName, one.type ?? '', one.getAttribute('role') ?? '', one.classList[0] ?? ''].join(' ');

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const channels = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue]
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = channels(getComputedStyle(one).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };

  // What can show it: the control, what it is drawn with beside it, and the frames around it.
  const places = (one) => [one, one.parentElement, one.parentElement?.parentElement, one.nextElementSibling]
    .filter((place) => place instanceof Element);
  const looks = (place) => {
    const { outlineStyle, outlineWidth, outlineColor, borderTopColor, borderTopWidth } = getComputedStyle(place);
    return [
      outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 ? outlineColor : '',
      parseFloat(borderTopWidth) > 0 ? borderTopColor : '',
    ];
  };
  const drawn = async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  };

  const seen = new Set();
  const faint = [];
  for (const control of document.querySelectorAll(controls)) {
    if (seen.has(kindOf(control)) || control.disabled || !control.checkVisibility()) continue;
    seen.add(kindOf(control));
    document.activeElement.blur();
    await drawn();
    const before = places(control).map(looks);
    control.focus({ focusVisible: true, preventScroll: true });
    await drawn();
    if (document.activeElement !== control) continue;
    const best = Math.max(0, ...places(control).flatMap((place, at) => looks(place)
      .filter((colour, index) => colour !== '' && colour !== before[at][index])
      .map((colour) => contrast(channels(colour), ground(place.parentElement)))));
    if (best < wanted) faint.push(kindOf(control) + ': ' + best.toFixed(1) + ':1');
  }
  document.activeElement.blur();
  return faint;
})()`;
