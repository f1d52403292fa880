import { once } from 'node:events';
import { watch } from 'chokidar';
import type { ServiceProcess } from '../product/service-process.ts';
import { sourceFolders } from './source-folders.ts';

/** What is watched, and what is restarted. */
export interface RestartOptions {
  /** The repository's root. */
  readonly root: string;
  readonly services: readonly { readonly name: string; readonly folder: string }[];
  /** Where the services' processes run. */
  readonly product: {
    processes(service: string): readonly ServiceProcess[];
    restart(process: ServiceProcess): Promise<ServiceProcess>;
  };
  /** Called with one line for each restart. */
  readonly log: (line: string) => void;
}

/** Editors and `git` write several files together: what changes within this time is one change. */
const settleMs = 100;

/** What no running service loads. */
const ignored = [/\.test\.tsx?$/, /\/testing(\/|$)/];

/**
 * Restarts a service's processes when a source that it runs changes, until disposed. A service that does not start with the
 * change is reported with its last lines, and retried with the next change. Resolves once it watches.
 */
export async function restartOnChange(options: RestartOptions): Promise<AsyncDisposable> {
  const restarter = new Restarter(options);
  const watcher = watch([...restarter.folders], { cwd: options.root, ignoreInitial: true, ignored });
  watcher.on('all', (_event, path) => restarter.changed(path));
  await once(watcher, 'ready');
  return {
    async [Symbol.asyncDispose]() {
      await watcher.close();
      await restarter.finish();
    },
  };
}

class Restarter {
  readonly #options: RestartOptions;
  /** The folders of each service. */
  readonly #sources: ReadonlyMap<string, readonly string[]>;
  readonly #changed = new Set<string>();
  #settling: NodeJS.Timeout | undefined;
  #work = Promise.resolve();

  constructor(options: RestartOptions) {
    const { root, services } = options;
    this.#options = options;
    this.#sources = new Map(services.map(({ name, folder }) => [name, sourceFolders(root, folder)]));
  }

  get folders(): ReadonlySet<string> {
    return new Set([...this.#sources.values()].flat());
  }

  /** Takes note of a file that changed. */
  changed(file: string): void {
    this.#changed.add(file);
    clearTimeout(this.#settling);
    // One restart after another: the next one includes changes made during a restart.
    this.#settling = setTimeout(() => {
      this.#work = this.#work.then(() => this.#restart());
    }, settleMs);
  }

  /** Resolves when no restart is in progress any more. */
  async finish(): Promise<void> {
    clearTimeout(this.#settling);
    await this.#work;
  }

  async #restart(): Promise<void> {
    const { product, log } = this.#options;
    const files = [...this.#changed];
    this.#changed.clear();
    const services = this.#servicesOf(files);
    const processes = services.flatMap((service) => product.processes(service));
    if (processes.length === 0) return;
    const started = performance.now();
    const results = await Promise.allSettled(processes.map((process) => product.restart(process)));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const others = files.length > 1 ? ` and ${files.length - 1} more` : '';
    log(`Restarted ${services.join(', ')} in ${seconds} s: ${files[0] ?? ''}${others} changed`);
    for (const result of results)
      if (result.status === 'rejected')
        log(result.reason instanceof Error ? result.reason.message : String(result.reason));
  }

  #servicesOf(files: readonly string[]): readonly string[] {
    const affected = [...this.#sources].filter(([, folders]) =>
      folders.some((folder) => files.some((file) => file.startsWith(`${folder}/`))),
    );
    return affected.map(([service]) => service);
  }
}
