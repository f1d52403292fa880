import { createApiClient } from '@ridgeline/contracts';
import { newTraceparent } from './traceparent.ts';

/** The one client of the app. It speaks to the origin that served the page; the session is a cookie. */
export const api = createApiClient({ baseUrl: '', headers: () => ({ traceparent: newTraceparent() }) });
