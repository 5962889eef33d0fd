export const forgotPath = "/forgot";
export const verifyPath = "/verify";
export const resetPath = "/reset";
/** Asks for another code. */
export const sendAgainPath = "/verify/send-again";
/** Begins a registration that asks for the policy number. */
export const findAccountPath = "/forgot/find-account";
