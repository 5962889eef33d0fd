import type { Delivery } from "./message-provider.port.ts";
import type { ProviderAccount } from "./provider-api.port.ts";

export function basicAuthorization({ user, secret }: Pick<ProviderAccount, "user" | "secret">): string {
  return `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`;
}

/** The result of a status that is not a success. */
export function deliveryOfStatus(status: number): Exclude<Delivery, { kind: "accepted" }> {
  // Rejected credentials, an unpaid account or a wrong URL are the operator's matter, not errors of this message.
  const isTemporary = status >= 500 || [401, 402, 403, 404, 408, 425, 429].includes(status);
  return { kind: isTemporary ? "later" : "refused", fault: String(status) };
}

export function accepted(id: unknown): Delivery {
  const isId = typeof id === "string" && /^[\w.:@+-]{1,128}$/.test(id);
  return { kind: "accepted", providerMessageId: isId ? id : null };
}

export const isSuccess = (status: number) => status >= 200 && status < 300;
