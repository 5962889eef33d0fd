import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";

export const forgotPath = recoveryFlow.FORGOT.path;
export const verifyPath = recoveryFlow.VERIFY.path;
export const resetPath = recoveryFlow.RESET.path;
export const extendPath = `${resetPath}/stay`;
/** Requests another code. */
export const sendAgainPath = "/verify/send-again";

/** Path at which each kind of reset starts over. */
export const startPathOf = { code: forgotPath, link: forgotPath, temporary: "/" } as const;
export type ResetKind = keyof typeof startPathOf;
