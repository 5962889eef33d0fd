import {
  type Delivery,
  deliveryLimitMilliseconds,
  type MessageProvider,
  type OutgoingMessage,
} from "./message-provider.port.ts";

export interface HttpSmsSettings {
  /** Where messages are posted. A user part, https://token@host/path, becomes the bearer credential. */
  url: string;
  limitMilliseconds?: number;
}

/** Text messages by one JSON request each; docs/connect/sms.md describes it. */
export function httpSmsProvider({
  url,
  limitMilliseconds = deliveryLimitMilliseconds,
}: HttpSmsSettings): MessageProvider {
  const address = new URL(url);
  const credential = decodeURIComponent(address.username);
  address.username = "";
  address.password = "";
  return {
    deliver: async (message) => {
      try {
        const answer = await fetch(address, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "idempotency-key": message.id,
            ...(credential && { authorization: `Bearer ${credential}` }),
          },
          body: JSON.stringify(requestBody(message)),
          redirect: "error",
          signal: AbortSignal.timeout(limitMilliseconds),
        });
        return await readAnswer(answer);
      } catch (fault) {
        return {
          kind: "later",
          fault: fault instanceof Error && fault.name === "TimeoutError" ? "sms slow" : "sms away",
        };
      }
    },
  };
}

function requestBody(message: OutgoingMessage) {
  return {
    id: message.id,
    to: `+1${message.to}`,
    text: message.text,
    brand: message.brandId,
    language: message.language,
  };
}

async function readAnswer(answer: Response): Promise<Delivery> {
  if (answer.ok) return { kind: "accepted", providerMessageId: await providerId(answer) };
  await answer.body?.cancel();
  // It has this id already: an earlier yes was lost on the way.
  if (answer.status === 409) return { kind: "accepted", providerMessageId: null };
  const fault = `sms ${answer.status}`;
  // A refused credential or a wrong address of ours concerns the settings, not this message.
  const again = answer.status >= 500 || [401, 403, 404, 408, 425, 429].includes(answer.status);
  return { kind: again ? "later" : "refused", fault };
}

/** A yes stays a yes, whatever its body looks like. */
async function providerId(answer: Response): Promise<string | null> {
  try {
    const { id } = (await answer.json()) as { id?: unknown };
    return typeof id === "string" && /^[\w.:@+-]{1,128}$/.test(id) ? id : null;
  } catch {
    return null;
  }
}
