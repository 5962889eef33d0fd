import { forgotPath } from "../parts/recovery-path.table.ts";

/** Path at which each kind of reset starts over. */
export const startPathOf = { code: forgotPath, link: forgotPath, temporary: "/" } as const;
export type ResetKind = keyof typeof startPathOf;
