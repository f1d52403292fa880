import { expect, test } from '@jest/globals';
import { theGuide } from '../../testing/the-guide.ts';
import { helpPlaces } from './help-places.ts';

test.each(Object.entries(helpPlaces))(
  'When the "?" %s is pressed, then its topic and heading are in the guide',
  (_, { topic, heading }) => {
    const found = theGuide.topics.find(({ name }) => name === topic);
    expect(found?.name).toBe(topic);
    const anchors = found?.blocks.flatMap((block) => (block.kind === 'heading' ? [block.anchor] : []));
    if (heading !== null) expect(anchors).toContain(heading);
  },
);
