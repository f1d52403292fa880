/**
 * No circles between folders: then nothing imports upward, and the folders of a part read top to bottom (checked by
 * `npm test`). Tests and what supports them are next to what they test and draw no arrows.
 */
import modules from './.dependency-cruiser.mjs';

export default {
  forbidden: [
    { name: 'no-circular-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: { ...modules.options, exclude: { path: ['/dist/', '/testing(/|\\.ts$)', '\\.test\\.tsx?$'] } },
};
