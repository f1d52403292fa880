/**
 * Loaded into a worker by `NODE_OPTIONS=--import`: answers its calls for identities with 400, as an orchestrator that does
 * not understand the worker's release would.
 */
const send = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  return /\/rounds\/\d+\/identities$/.test(address)
    ? Promise.resolve(
        Response.json({ error: 'request.invalid', message: 'Planted by the drill' }, { status: 400 }),
      )
    : send(input, init);
};
