import { linkActions } from "@vestibule/catalogue/link.table.ts";

export const newEmailPath = linkActions.ASKUSERNAME.path;
export const passwordValidationPath = linkActions.ASKPASSWORD.path;
export const emailSentPath = "/registration/account-creation/email-sent";
/** Asks for the message of that page again. */
export const sendAgainPath = "/registration/account-creation/send-again";
export const cancelPath = "/registration/cancel";
