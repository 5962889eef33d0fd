/** Told over a page that stays, since the next try may work: it has no page of its own, and nobody stands before it. */
export const softRoadblocks = { "not-saved": { agentCode: "R218" } } as const;
export type SoftRoadblockId = keyof typeof softRoadblocks;
