import type { AuthenticatorSetup } from "@vestibule/contract/account/authenticator.schema.ts";
import type { RejectedResult } from "../api/error-handling.rule.ts";
import { redrawForm } from "./form-error.ts";
import type { FormValues } from "./form-values.ts";
import { drawQrCode, type QrCode } from "./qr-code.server.ts";

export interface AuthenticatorKeyView {
  /** The secret in groups of four characters. */
  groups: string[];
  uri: string;
  code: QrCode;
  /** The account in the app's list. */
  email: string;
}

/** What the page of a new authenticator app shows: a QR code, and the same key as text. */
export function viewAuthenticatorKey({ secret, uri }: AuthenticatorSetup, email: string): AuthenticatorKeyView {
  return { groups: secret.match(/.{4}/g) ?? [], uri, code: drawQrCode(uri), email };
}

/** The account that a URI of a key names. */
export function accountOfKey({ uri }: AuthenticatorSetup): string {
  return decodeURIComponent(new URL(uri).pathname).split(":").at(-1) ?? "";
}

export const newAuthenticatorTexts = [
  "account:newAuthenticator",
  "fields:authenticatorName",
  "fields:securityCode",
  "link:wait",
] as const;

/** Draws the form again after a wrong first code, which the clock of the app may have caused. */
export function refuseFirstCode({ error: { reason } }: RejectedResult, values: FormValues) {
  const key = reason === "clockAhead" || reason === "clockBehind" ? reason : "wrongApp";
  return redrawForm({ errors: { securityCode: { key } }, values });
}
