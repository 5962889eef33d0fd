/** Paths of this flow that accept only POST. */
export const backPath = "/registration/back";
export const cancelPath = "/registration/cancel";
/** Extends the registration. */
export const extendPath = "/registration/stay";
/** Requests another code. */
export const resendPath = "/registration/resend";
/** Requests the link of that page again. */
export const sendAgainPath = "/registration/account-creation/send-again";
