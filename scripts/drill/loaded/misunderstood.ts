/** Loaded into a worker by `NODE_OPTIONS=--import`: as one whose release asks the orchestrator what that does not understand. */
const send = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  return /\/rounds\/\d+\/identities$/.test(address)
    ? Promise.resolve(
        Response.json({ error: 'request.invalid', message: 'Planted by the drill' }, { status: 400 }),
      )
    : send(input, init);
};
