import { lockedPackages, nameOf, neededBy, shippedPrograms } from '../supply/lock-file.ts';

const heading = `# Licenses

What the programs of production and the web app are made of, in addition to our own code, by license: every package that their
\`dependencies\` need, as package-lock.json installs it. Licenses that are not on the list in \`scripts/supply/supply.test.ts\`
fail \`npm test\`. The bill of materials of the same packages, for machines, is printed by \`npm run --silent sbom\`.

This file is made from \`package-lock.json\` by \`npm run generate\`.
`;

/** The list of shipped packages, by license. */
export function licencesText(): string {
  const packages = lockedPackages();
  const byLicence = new Map<string, string[]>();
  for (const folder of neededBy(packages, shippedPrograms())) {
    const { license = 'not stated', version = '' } = packages[folder] ?? {};
    byLicence.set(license, [...(byLicence.get(license) ?? []), `${nameOf(folder)} ${version}`]);
  }
  const sections = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, list]) => {
      const lines = [...new Set(list)].map((line) => `- ${line}\n`).join('');
      return `\n## ${licence}\n\n${lines}`;
    });
  return `${heading}${sections.join('')}`;
}
