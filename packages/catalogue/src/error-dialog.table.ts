/** Shown over a page that stays open, since a retry may work; it has no page of its own. */
export const errorDialogs = { "not-saved": { agentCode: "R218" } } as const;
