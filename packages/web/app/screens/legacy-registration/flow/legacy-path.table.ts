/** Addresses of this road that only forms post to. */
export const backPath = "/registration/back";
export const cancelPath = "/registration/cancel";
/** Asks for more time. */
export const stayPath = "/registration/stay";
/** Asks for another code. */
export const resendPath = "/registration/resend";
/** Asks for the message of that page again. */
export const sendAgainPath = "/registration/account-creation/send-again";
