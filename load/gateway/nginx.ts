import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@ridgeline/devstack';
import { poll, retryEvery } from '@ridgeline/kit';

const program = '/usr/sbin/nginx';

/** nginx as a plain proxy with one worker and kept connections, the yardstick of proxies. */
function configuration(dir: string, port: number, target: string): string {
  return `
daemon off;
worker_processes 1;
pid ${join(dir, 'nginx.pid')};
error_log ${join(dir, 'error.log')};
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${join(dir, 'body')};
  proxy_temp_path ${join(dir, 'proxy')};
  fastcgi_temp_path ${join(dir, 'fastcgi')};
  uwsgi_temp_path ${join(dir, 'uwsgi')};
  scgi_temp_path ${join(dir, 'scgi')};
  keepalive_requests 1000000;
  upstream backend {
    server ${new URL(target).host};
    keepalive 64;
    keepalive_requests 1000000;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://backend;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}`;
}

/** Debian's package, installed without starting its service. */
function install(log: (line: string) => void): void {
  if (existsSync(program)) return;
  log('Installing nginx ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  execFileSync('/usr/bin/apt-get', ['install', '--yes', '--no-install-recommends', 'nginx-light'], { env });
}

/** The worker of a running master: the process that does the work. */
function workerOf(master: number): number | null {
  const children = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim();
  return children === '' ? null : Number(children.split(' ')[0]);
}

/** Starts nginx in front of a service; answers where it listens, and the process id of its worker. */
export async function startNginx(
  resources: AsyncDisposableStack,
  { dir, target, log }: { dir: string; target: string; log: (line: string) => void },
): Promise<{ url: string; pid: number }> {
  install(log);
  await mkdir(dir, { recursive: true });
  const port = await freePort();
  const file = join(dir, 'nginx.conf');
  await writeFile(file, configuration(dir, port, target));
  const child = spawn(program, ['-c', file, '-p', dir], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exit = once(child, 'exit');
  resources.defer(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  const look = (): number | undefined => {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    return (child.pid === undefined ? null : workerOf(child.pid)) ?? undefined;
  };
  return { url: `http://127.0.0.1:${port}`, pid: await poll(retryEvery(20), look, { what: 'nginx' }) };
}
