/** Fails when a folder holds only one file of code, or more files than a reader can take in; part of `npm run architecture`. */
import { maxFilesPerFolder, oddFolders, sourceFiles } from '../../load/measuring/source-files.ts';

const { ofOneFile, tooFull } = oddFolders(sourceFiles());
const problems = [
  ...ofOneFile.map((folder) => `${folder} holds one file: move it up, beside what uses it`),
  ...tooFull.map(
    (folder) =>
      `${folder} holds more than ${String(maxFilesPerFolder)} files: it is two folders, or some of its files are one`,
  ),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
