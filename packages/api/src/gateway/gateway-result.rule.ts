import { type GatewayResult, gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import type { ProvenSignInResult } from "../flows/sign-in/sign-in-with-proof.ts";
import type { GatewayContext } from "./gateway-request-context.rule.ts";

export const loginForm = "/pkmslogin.form";
/** The page of the account that offers a passkey after a sign-in by a code. */
export const passkeyOfferPath = "/account/passkey-offer";
export const passkeyForm = "/pkmspasskey.form";
/** Reported in place of the form, so that the portal can tell the device that the passkey was removed. */
export const unknownPasskey = `${passkeyForm}/unknown`;
/** Reported in place of the form, so that the portal can say that the passkey was turned off. */
export const passkeyOff = `${passkeyForm}/off`;

/** Portal URL that reports a sign-in's result; `url` becomes its URL parameter. */
export function gatewayLocation(result: GatewayResult, url?: string): string {
  const { operation, code } = gatewayResults[result];
  const parameters = [`TAM_OP=${operation}`, `ERROR_CODE=${code}`];
  if (url !== undefined) parameters.push(`URL=${encodeURIComponent(url)}`);
  return `/webseal.do?${parameters.join("&")}`;
}

/** Redirects to the login page of the portal, which shows the result. */
export function redirectToPortal(context: GatewayContext, result: GatewayResult, url?: string): Response {
  return context.redirect(context.get("requestContext").portal + gatewayLocation(result, url), 302);
}

export function gatewayResultOf(kind: ProvenSignInResult["kind"]): GatewayResult {
  return kind === "ok" ? "success" : kind;
}
