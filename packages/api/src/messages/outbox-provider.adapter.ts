import type { MessageProvider } from "./message-provider.port.ts";

/** Accepts every message and sends none; the outbox page renders the stored messages. */
export const outboxProvider: MessageProvider = {
  deliver: async () => ({ kind: "accepted", providerMessageId: null }),
};

/** For a channel without a provider: the message is refused, with the reason stored. */
export const noProvider: MessageProvider = {
  deliver: async () => ({ kind: "refused", fault: "no provider" }),
};
