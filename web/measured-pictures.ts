import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const query = '?measured';

/** A PNG file begins with its header, which holds the width and the height in pixels at fixed places. */
const widthAt = 16;
const heightAt = 20;

/**
 * `x.png?measured` is the address of a picture with its size, `{ src, width, height }`, so that a page keeps its room while it
 * loads.
 */
export function measuredPictures(): Plugin {
  return {
    name: 'ridgeline-measured-pictures',
    // Before Vite's own, for which every picture is just an address.
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(`.png${query}`)) return null;
      const file = id.slice(0, -query.length);
      const png = readFileSync(file);
      const size = { width: png.readUInt32BE(widthAt), height: png.readUInt32BE(heightAt) };
      return [
        `import src from ${JSON.stringify(`${file}?url`)};`,
        `export default { src, ...${JSON.stringify(size)} };`,
      ].join('\n');
    },
  };
}
