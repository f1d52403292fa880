/** The place of the logs in the page, for links to it. */
export const logsPanelId = 'logs';
