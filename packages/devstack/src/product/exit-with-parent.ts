/**
 * Preloaded into every process of a local stack: when the process that started the stack is gone, by whatever cause,
 * the IPC channel closes and this process stops in order.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
