import { join } from 'node:path';

/** Where a file of an image lies in this checkout: the Dockerfile copies ours to `/app`, and the program to `/app/service`. */
export function inCheckout(file: string, image: string): string {
  const [service = ''] = image.replace(/^.*\//, '').split(':');
  return file.replace('/app/service', join('services', service)).replace('/app/', './');
}
