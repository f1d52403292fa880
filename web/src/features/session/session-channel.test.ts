import { afterEach, expect, test } from '@jest/globals';
import { createSessionChannel, type SessionMessage } from './session-channel.ts';

const open: (() => void)[] = [];
const tab = () => {
  const channel = createSessionChannel('ridgeline.session-test');
  open.push(channel.close);
  return channel;
};
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const nextOf = (channel: ReturnType<typeof tab>) =>
  new Promise<SessionMessage>((resolve) => {
    channel.listen(resolve);
  });

test('What one tab tells, every other tab hears, and not the tab itself', async () => {
  const [first, second, third] = [tab(), tab(), tab()];
  const own: SessionMessage[] = [];
  first.listen((message) => own.push(message));
  const heard = Promise.all([nextOf(second), nextOf(third)]);
  first.tell({ type: 'signed-in', userId: 7 });
  expect(await heard).toEqual([
    { type: 'signed-in', userId: 7 },
    { type: 'signed-in', userId: 7 },
  ]);
  expect(own).toEqual([]);
});

test('When another version of the app says something unknown, then it is not heard', async () => {
  const listening = tab();
  const other = new BroadcastChannel('ridgeline.session-test');
  open.push(() => other.close());
  const heard = nextOf(listening);
  other.postMessage('signed-out');
  other.postMessage({ type: 'renamed' });
  other.postMessage({ type: 'signed-out' });
  expect(await heard).toEqual({ type: 'signed-out' });
});
