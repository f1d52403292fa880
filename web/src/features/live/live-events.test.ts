import { expect, test } from '@jest/globals';
import { createLiveEvents } from './live-state.ts';

test('When an event comes, then those who listen for its name hear it, until they stop', () => {
  const events = createLiveEvents();
  const heard: unknown[] = [];
  const stop = events.subscribe('connection-update', (data) => heard.push(data));

  events.tell('connection-update', { id: 1 });
  events.tell('connection-operation', { id: 2 });
  events.tell('gap');
  stop();
  events.tell('connection-update', { id: 3 });

  expect(heard).toEqual([{ id: 1 }]);
});
