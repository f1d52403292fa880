export { startDevelopment } from './development/start-development.ts';
export { openApiSession, type ApiSession } from './product/api-session.ts';
export type { DemoCredentials, DemoSignIn, StackDescription } from './product/description.ts';
export { startProduct, type Product, type ProductOptions } from './product/product.ts';
export type { ServiceProcess } from './product/service-process.ts';
export { verifyByMail } from './product/verified-email.ts';
export { serviceTable } from './product/service-table.ts';
export * from './servers/index.ts';
export { prometheusPrograms } from './tools/prometheus.ts';
