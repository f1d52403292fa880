import { createServer } from 'node:http';

/** Accepts each event as soon as it is read and discards it: what the machine itself currently needs for an answer. */
const server = createServer((req, res) => {
  req.resume().once('end', () => res.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.send?.(`http://127.0.0.1:${address.port}`);
});
process.once('disconnect', () => process.exit());
