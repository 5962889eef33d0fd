/** Told over a page that stays, since the next try may work: it has no page of its own, and nobody stands before it. */
export const errorDialogs = { "not-saved": { agentCode: "R218" } } as const;
export type ErrorDialogId = keyof typeof errorDialogs;
