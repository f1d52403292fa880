/** What of a fiber tells whether its component was drawn, as React's own tools read it (`didFiberRender`). */
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

const performedWork = 1;

/** Component by component, what each commit drew; import it before React, which looks for such a hook as it starts. */
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
  // What was not looked at is the same subtree as before.
  if (fiber.child === former?.child) return;
  for (let child = fiber.child; child; child = child.sibling) note(child);
}

/** How often each component was drawn since this was asked last, by name. */
export function drawnComponents(): ReadonlyMap<string, number> {
  const names = Map.groupBy(drawn.splice(0), (name) => name);
  return new Map([...names].map(([name, times]) => [name, times.length]));
}
