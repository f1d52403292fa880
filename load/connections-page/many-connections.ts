import type { Connection } from '@ridgeline/contracts';
import type { Page } from '../measuring/browser-types.ts';

const firms = ['Blue Ridge', 'Summit Roofing', 'Peak Exteriors', 'Ridgeway & Sons'];

/** Has the page answered with so many connections, made of the first one that the company has. */
export async function answerWithMany(page: Page, count: number): Promise<void> {
  await page.route('**/api/connections', async (route) => {
    const response = await route.fetch();
    const [first] = (await response.json()) as Connection[];
    if (!first) throw new Error('The company has no connection');
    const json = Array.from({ length: count }, (_, index) => ({
      ...first,
      id: index + 1,
      name: `${firms[index % firms.length] ?? ''} - ${index + 1}`,
    }));
    await route.fulfill({ response, json });
  });
}
