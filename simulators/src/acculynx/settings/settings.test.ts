import { describe, expect, test } from '@jest/globals';
import { startBench, type Bench } from '../../testing/bench.ts';

const settings = (bench: Bench, path: string) => bench.acculynx(`/company-settings/${path}`);

describe('Definitions among the settings', () => {
  test('What a custom field links to is read there; another id is a 404', async () => {
    await using bench = await startBench();
    const { items } = (await settings(bench, 'custom-fields?filter=jobs')).body as {
      items: { id: string }[];
    };
    expect(items[0]).toMatchObject({
      label: 'Gate code',
      entityType: 'job',
      fieldType: 'Text',
      isActive: true,
    });
    expect((await settings(bench, `custom-fields/${items[0]?.id ?? ''}`)).body).toEqual(items[0]);
    expect((await settings(bench, 'custom-fields/none')).status).toBe(404);
  });

  test('Milestones have statuses with custom workflows only', async () => {
    await using bench = await startBench();
    const path = 'job-file-settings/workflow-milestones';
    const statuses = async () => (await settings(bench, `${path}/Approved/statuses`)).body;
    expect(await statuses()).toEqual([]);
    await bench.control('PUT', '/settings', { acculynx: { quirks: { customWorkflows: true } } });
    expect(await statuses()).toMatchObject([{ name: 'Material ordered' }, { name: 'Scheduled; crew A' }]);
    expect((await settings(bench, `${path}?includes=status`)).body).toContainEqual(
      expect.objectContaining({ name: 'Approved', statuses: await statuses() }),
    );
    expect((await settings(bench, `${path}/Nowhere/statuses`)).status).toBe(404);
  });

  test('An account type is read by its id', async () => {
    await using bench = await startBench();
    const path = 'location-settings/account-types';
    const [first] = (await settings(bench, path)).body as { id: string }[];
    expect((await settings(bench, `${path}/${first?.id ?? ''}`)).body).toEqual(first);
    expect((await settings(bench, `${path}/none`)).status).toBe(404);
  });
});
