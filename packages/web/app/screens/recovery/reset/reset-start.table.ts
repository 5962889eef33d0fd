import { forgotPath } from "../parts/recovery-path.table.ts";

/** What let somebody choose a new password, and where the same begins again. */
export const startPathOf = { code: forgotPath, link: forgotPath, temporary: "/" } as const;
export type ResetKind = keyof typeof startPathOf;
