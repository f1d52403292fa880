import express, { type Express, type Response } from 'express';
import { mailListPage, mailPage } from './mail-page.ts';
import type { MailStore } from './mail-store.ts';

/** Nothing may be loaded from anywhere; the frames of emails inherit that. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'none'; base-uri 'none'";

const html = (response: Response, body: string, status = 200): void => {
  response.status(status).set('Content-Security-Policy', POLICY).type('html').send(body);
};

/** The pages and the JSON that show received emails. */
export function mailServer(store: MailStore): Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.get('/', (_request, response) => {
    html(response, mailListPage(store.list()));
  });
  app.get('/messages/:id', (request, response) => {
    const mail = store.get(Number(request.params.id));
    if (mail === null) html(response, mailListPage(store.list()), 404);
    else html(response, mailPage(mail));
  });
  app.get('/api/messages', (request, response) => {
    const { to } = request.query;
    response.json({ messages: store.list(typeof to === 'string' ? to : undefined) });
  });
  app.get('/api/messages/:id', (request, response) => {
    const mail = store.get(Number(request.params.id));
    if (mail === null) response.status(404).json({ error: 'Unknown mail.' });
    else response.json(mail);
  });
  app.delete('/api/messages', (_request, response) => {
    store.clear();
    response.status(204).end();
  });
  return app;
}
