// @ts-check
/** Plain JavaScript with Node's own modules, because scripts/bootstrap.mjs runs it before a package is there. */
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { URL } from 'node:url';

/** @typedef {import('node:http').RequestOptions} RequestOptions */

const ANSWERS_WITHIN_MS = 700;

/**
 * Whether a container engine (Docker, or Podman's imitation of it) answers on this machine. It asks the engine itself:
 * the `docker` program may be installed with nothing behind it, and a client library takes long to find that out.
 * @returns {Promise<boolean>}
 */
export async function containerEngineAnswers() {
  const answers = await Promise.all(engineAddresses().map(ping));
  return answers.includes(true);
}

/** @returns {RequestOptions[]} */
function engineAddresses() {
  const host = process.env['DOCKER_HOST'];
  if (host !== undefined && host !== '') {
    const url = new URL(host);
    return url.protocol === 'unix:'
      ? [{ socketPath: url.pathname }]
      : [{ host: url.hostname, port: url.port === '' ? 2375 : url.port }];
  }
  const runtime = process.env['XDG_RUNTIME_DIR'];
  return [
    '/var/run/docker.sock',
    join(homedir(), '.docker/run/docker.sock'),
    ...(runtime === undefined ? [] : [join(runtime, 'docker.sock'), join(runtime, 'podman/podman.sock')]),
  ]
    .filter((socketPath) => existsSync(socketPath))
    .map((socketPath) => ({ socketPath }));
}

/**
 * @param {RequestOptions} address
 * @returns {Promise<boolean>}
 */
function ping(address) {
  return new Promise((resolve) => {
    const asked = request({ ...address, path: '/_ping', timeout: ANSWERS_WITHIN_MS }, (response) => {
      resolve(response.statusCode === 200);
      response.resume();
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });
}
