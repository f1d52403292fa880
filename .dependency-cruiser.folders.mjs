/**
 * No cycles between folders: then nothing imports upward, and the folders of a part read from top to bottom (checked by
 * `npm test`). Tests and their helpers are next to what they test and do not count.
 */
import modules from './.dependency-cruiser.mjs';

export default {
  forbidden: [
    { name: 'no-circular-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: { ...modules.options, exclude: { path: ['/dist/', '/testing(/|\\.ts$)', '\\.test\\.tsx?$'] } },
};
