/**
 * Tells zod to interpret its schemas instead of compiling them with `new Function`, which the content security policy
 * forbids (zod's probe alone would be reported). zod reads this record once, when it is first loaded, and the
 * contracts build schemas at load time: so this module imports nothing and is the first that the page runs.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
