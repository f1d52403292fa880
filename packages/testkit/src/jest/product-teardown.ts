/** Stops what `product-setup` started. */
export default async function tearDownProduct(): Promise<void> {
  await globalThis.ridgelineProduct?.[Symbol.asyncDispose]();
}
