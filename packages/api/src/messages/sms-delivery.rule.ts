import type { Delivery } from "./message-provider.port.ts";

/** The result of a status that is not a success. `code` is the provider's own, from a closed set of characters. */
export function deliveryOfStatus(status: number, code?: number): Delivery {
  const fault = code === undefined ? `sms ${status}` : `sms ${status} ${code}`;
  // Rejected credentials, an unpaid account or a wrong URL are the operator's matter, not errors of this message.
  const isTemporary = status >= 500 || [401, 402, 403, 404, 408, 425, 429].includes(status);
  return { kind: isTemporary ? "later" : "refused", fault };
}

export function accepted(id: unknown): Delivery {
  const isId = typeof id === "string" && /^[\w.:@+-]{1,128}$/.test(id);
  return { kind: "accepted", providerMessageId: isId ? id : null };
}

export const isSuccess = (status: number) => status >= 200 && status < 300;
