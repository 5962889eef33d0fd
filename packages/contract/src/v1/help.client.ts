import { type HoursAnswer, hoursAnswer, hoursPath } from "./hours.schema.ts";
import { type LetterRequestBody, letterRequestAnswer, letterRequestsPath } from "./letter.schema.ts";
import { type SupportReferenceBody, supportReferenceAnswer, supportReferencesPath } from "./support.schema.ts";

/** Headers of every call of the contract. */
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
  /** Help must not delay a page: 2 s by default, then the page omits it. */
  lateAfterMilliseconds?: number;
}

/** Calls of "Need help?". Undefined means no response in time: the page shows only the telephone number. */
export interface HelpClient {
  hours(caller: HelpCaller): Promise<HoursAnswer | undefined>;
  /** Creates a support reference; `formatReference` formats its nine digits. */
  supportReference(caller: HelpCaller, body: SupportReferenceBody): Promise<string | undefined>;
  /** Requests a letter with a new PIN; false where the request was not accepted. */
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
  // The timeout also applies to an injected fetch that ignores the signal.
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
