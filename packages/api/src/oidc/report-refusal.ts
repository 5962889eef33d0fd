import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { ApiDeps } from "../deps.ts";
import type { ProviderRequest } from "./provider-request.ts";

/** Everyday answers: to an application that asks whether the person is signed in, and of a person who says no. */
const everydayErrors = ["login_required", "consent_required", "access_denied"];

interface Refusal extends NonNullable<ProviderRequest["refused"]> {
  brand: Brand;
  /** Below the provider's own path. */
  path: string;
}

/** Logs why an application's request was refused, and counts it. */
export function reportRefusal(
  { log, metrics }: Pick<ApiDeps, "log" | "metrics">,
  { brand, path, error, reason, clientId: client = "unknown" }: Refusal,
): void {
  // The first part of a path, without the id of an interaction.
  const endpoint = path.split("/")[1] ?? "";
  metrics.countRefusedApplication({ brand: brand.id, application: client, endpoint, error });
  // The log accepts no sentences, because those may contain personal data.
  const reasonCode = reason.replace(/[^\w:./-]+/g, "-").slice(0, 120);
  const facts = { brand: brand.id, client, route: endpoint, result: error, reason: reasonCode };
  if (everydayErrors.includes(error)) log.info("oidc.refused", facts);
  else log.warn("oidc.refused", facts);
}
