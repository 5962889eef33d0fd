import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";

export const forgotPath = recoveryFlow.FORGOT.path;
export const verifyPath = recoveryFlow.VERIFY.path;
export const resetPath = recoveryFlow.RESET.path;
/** Extends the reset. */
export const extendPath = `${resetPath}/stay`;
/** Requests another code. */
export const sendAgainPath = "/verify/send-again";
