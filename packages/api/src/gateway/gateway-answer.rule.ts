import { type GatewayOutcome, gatewayOutcomes } from "@vestibule/catalogue/gateway.table.ts";
import type { SignInResult } from "../flows/sign-in/sign-in.ts";
import type { GatewayContext } from "./gateway-request-context.rule.ts";

export const loginForm = "/pkmslogin.form";
export const passkeyForm = "/pkmspasskey.form";
/** Reported in place of the form, so that the portal can tell the device that the passkey was removed. */
export const unknownPasskey = `${passkeyForm}/unknown`;

/** Portal URL that reports a sign-in's outcome; `url` becomes its URL parameter. */
export function gatewayLocation(outcome: GatewayOutcome, url?: string): string {
  const { operation, code } = gatewayOutcomes[outcome];
  const parameters = [`TAM_OP=${operation}`, `ERROR_CODE=${code}`];
  if (url !== undefined) parameters.push(`URL=${encodeURIComponent(url)}`);
  return `/webseal.do?${parameters.join("&")}`;
}

/** Redirects to the login page of the portal, which shows the outcome. */
export function redirectToPortal(context: GatewayContext, outcome: GatewayOutcome, url?: string): Response {
  return context.redirect(context.get("requestContext").portal + gatewayLocation(outcome, url), 302);
}

export function outcomeOf(kind: SignInResult["kind"]): GatewayOutcome {
  return kind === "ok" ? "success" : kind;
}
