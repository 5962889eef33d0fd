import { type HoursAnswer, hoursAnswer, hoursPath } from "./hours.schema.ts";
import { type LetterRequestBody, letterRequestAnswer, letterRequestsPath } from "./letter.schema.ts";
import { type SupportReferenceBody, supportReferenceAnswer, supportReferencesPath } from "./support.schema.ts";

/** Who is asking; the same headers as every call of the contract. */
export interface HelpCaller {
  apiKey: string;
  province: string;
  language: string;
  headers?: Record<string, string>;
}

export interface HelpClientSettings {
  /** Origin of the API, without a path. */
  baseUrl: string;
  fetch: (request: Request) => Promise<Response> | Response;
  /** Help never holds a page up: 2 s unless told, then the page goes without. */
  lateAfterMilliseconds?: number;
}

/** What "Need help?" asks for. Undefined is no answer in time: the page shows the telephone number alone. */
export interface HelpClient {
  hours(caller: HelpCaller): Promise<HoursAnswer | undefined>;
  /** Makes a reference; its nine digits are shown by `formatReference`. */
  supportReference(caller: HelpCaller, body: SupportReferenceBody): Promise<string | undefined>;
  /** Asks for a letter with a new PIN; false where no answer accepted it. */
  requestLetter(caller: HelpCaller, body: LetterRequestBody): Promise<boolean>;
}

export function createHelpClient(settings: HelpClientSettings): HelpClient {
  return {
    hours: async (caller) => {
      const answer = hoursAnswer.safeParse(await ask(settings, caller, { path: hoursPath }));
      return answer.data;
    },
    supportReference: async (caller, body) => {
      const answer = supportReferenceAnswer.safeParse(
        await ask(settings, caller, { path: supportReferencesPath, body }),
      );
      return answer.data?.code;
    },
    requestLetter: async (caller, body) =>
      letterRequestAnswer.safeParse(await ask(settings, caller, { path: letterRequestsPath, body })).success,
  };
}

async function ask(
  settings: HelpClientSettings,
  caller: HelpCaller,
  call: { path: string; body?: unknown },
): Promise<unknown> {
  const headers = new Headers(caller.headers);
  headers.set("api-key", caller.apiKey);
  headers.set("province", caller.province.toUpperCase());
  headers.set("language", caller.language);
  const signal = AbortSignal.timeout(settings.lateAfterMilliseconds ?? 2000);
  const url = new URL(call.path, settings.baseUrl);
  if (call.body !== undefined) headers.set("content-type", "application/json");
  const request =
    call.body === undefined
      ? new Request(url, { headers, signal })
      : new Request(url, { method: "POST", headers, signal, body: JSON.stringify(call.body) });
  // The race also holds for an injected fetch that pays no attention to the signal.
  const late = new Promise<undefined>((resolve) =>
    signal.addEventListener("abort", () => resolve(undefined), { once: true }),
  );
  try {
    const response = await Promise.race([late, settings.fetch(request)]);
    return response?.ok ? await Promise.race([late, response.json()]) : undefined;
  } catch {
    return undefined;
  }
}
