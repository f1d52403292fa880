/** The places of a migration's page, for links to them; records and logs have theirs in their own folders. */
export const resultPanelId = 'result';
export const reconciliationPanelId = 'reconciliation';
export const causesPanelId = 'causes';
