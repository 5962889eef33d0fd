/** Form targets: another code or another method, and more time. */
export const methodPath = "/two-factor/method";
export const stayPath = "/two-factor/stay";
/** Page that sets up an authenticator app, where two agents have waived the second proof. */
export const setUpPath = "/two-factor/set-up";
/** Page of the link in a message with a code. */
export const denialPath = "/this-wasnt-me";
/** Path of the gateway that opens the session after the second proof. */
export const provenPath = "/pkmslogin.proven";
