/**
 * Makes zod interpret its schemas instead of compiling them with `new Function`, which the content security policy forbids;
 * even zod's probe for it would be reported as a violation. zod reads this setting once, when it is first loaded, and the
 * contracts build schemas at load time. Therefore this module imports nothing and must run first.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
