import { type HttpProviderSettings, httpProvider } from "./http-provider.adapter.ts";
import type { MessageProvider } from "./message-provider.port.ts";
import { type SmsApiName, smsApis } from "./sms-apis.rule.ts";

export interface HttpSmsSettings extends HttpProviderSettings {
  api: SmsApiName;
  /** Signs the provider's receipts; without it none are accepted. */
  receiptSecret?: string | undefined;
}

/** Sends text messages. */
export function httpSmsProvider({ api, ...settings }: HttpSmsSettings): MessageProvider {
  return httpProvider({ name: "sms", api: smsApis[api] }, settings);
}
