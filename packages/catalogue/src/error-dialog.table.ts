/** Errors shown in a dialog over the page that failed, because submitting it again may work. */
export const errorDialogs = { "not-saved": { agentCode: "R218" } } as const;
