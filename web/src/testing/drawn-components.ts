/** The fields of a fiber that say whether its component was rendered, as in React's own tools (`didFiberRender`). */
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

const performedWork = 1;

/** The components rendered by each commit. Import this module before React, which looks for its hook when it loads. */
const drawn: string[] = [];

const hook = {
  supportsFiber: true,
  inject: () => 1,
  onCommitFiberRoot: (_renderer: number, { current }: { readonly current: Fiber }) => {
    note(current);
  },
  onCommitFiberUnmount: () => undefined,
  onPostCommitFiberRoot: () => undefined,
};
Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });

function nameOf(type: unknown): string | null {
  if (typeof type === 'function') return type.name;
  if (typeof type !== 'object' || type === null) return null;
  if ('type' in type) return nameOf(type.type);
  return 'render' in type ? nameOf(type.render) : null;
}

function note(fiber: Fiber): void {
  const former = fiber.alternate;
  const name = nameOf(fiber.type);
  if (name && (fiber.flags & performedWork) !== 0) drawn.push(name);
  // A subtree that was skipped is identical to the previous one.
  if (fiber.child === former?.child) return;
  for (let child = fiber.child; child; child = child.sibling) note(child);
}

/** How often each component was rendered since the last call, by name. */
export function drawnComponents(): ReadonlyMap<string, number> {
  const names = Map.groupBy(drawn.splice(0), (name) => name);
  return new Map([...names].map(([name, times]) => [name, times.length]));
}
