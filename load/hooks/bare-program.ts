import { createServer } from 'node:http';

/** Accepts each event as soon as it is read, and does nothing with it: what the machine itself takes for an answer now. */
const server = createServer((req, res) => {
  req.resume().once('end', () => res.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.send?.(`http://127.0.0.1:${address.port}`);
});
process.once('disconnect', () => process.exit());
