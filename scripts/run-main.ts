/**
 * Runs a command's body: an error becomes one readable message and exit code 1, and the command ends when the process
 * that started it (npm, the terminal) is gone.
 */
export async function runMain(main: () => Promise<void>): Promise<void> {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  try {
    await main();
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
