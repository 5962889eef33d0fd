import type { MessageProvider } from "./message-provider.port.ts";

/** Takes every message and sends none: the outbox page draws them from what is kept. */
export const outboxProvider: MessageProvider = {
  deliver: async () => ({ kind: "accepted", providerMessageId: null }),
};

/** For a channel that nobody carries: the message ends with the reason on record. */
export const noProvider: MessageProvider = {
  deliver: async () => ({ kind: "refused", fault: "no provider" }),
};
