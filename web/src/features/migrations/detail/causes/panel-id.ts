/** The place of the causes in the page, for links to it. */
export const causesPanelId = 'causes';
