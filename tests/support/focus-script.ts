import { colours } from './colour-script.ts';

/** Runs in a page: focuses one control of each kind as the keyboard does, and answers those whose focus is hard to see. */
export const focusScript = `(async () => {
  const wanted = 3;
  const controls = 'a[href], button, input:not([type="hidden"]), textarea, [tabindex="0"]';
  const kindOf = (one) => [one.localName, one.type ?? '', one.getAttribute('role') ?? '', one.classList[0] ?? ''].join(' ');

  ${colours}

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
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

  const seen = new Set();
  const faint = [];
  for (const control of document.querySelectorAll(controls)) {
    if (seen.has(kindOf(control)) || control.disabled || !control.checkVisibility()) continue;
    seen.add(kindOf(control));
    document.activeElement.blur();
    await drawn();
    // A dialog keeps the focus: another of its controls takes it for the moment.
    if (document.activeElement === control) {
      [...document.querySelectorAll(controls)]
        .find((other) => other !== control && !other.disabled && control.closest('dialog, [role="dialog"]')?.contains(other))
        ?.focus();
      await drawn();
    }
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
