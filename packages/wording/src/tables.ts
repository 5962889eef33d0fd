import type { Language } from "@vestibule/catalogue/province.table.ts";
import agent from "./en/agent.ts";
import agentGuide from "./en/agent-guide.ts";
import common from "./en/common.ts";
import demo from "./en/demo.ts";
import error from "./en/error.ts";
import fields from "./en/fields.ts";
import forms from "./en/forms.ts";
import frame from "./en/frame.ts";
import gateway from "./en/gateway.ts";
import help from "./en/help.ts";
import home from "./en/home.ts";
import hours from "./en/hours.ts";
import legacyRegistration from "./en/legacy-registration.ts";
import legal from "./en/legal.ts";
import link from "./en/link.ts";
import login from "./en/login.ts";
import message from "./en/message.ts";
import recovery from "./en/recovery.ts";
import registration from "./en/registration.ts";
import registrationError from "./en/registration-error.ts";
import roadblock from "./en/roadblock.ts";
import stopRequest from "./en/stop-request.ts";
import agentFr from "./fr/agent.ts";
import agentGuideFr from "./fr/agent-guide.ts";
import commonFr from "./fr/common.ts";
import demoFr from "./fr/demo.ts";
import errorFr from "./fr/error.ts";
import fieldsFr from "./fr/fields.ts";
import formsFr from "./fr/forms.ts";
import frameFr from "./fr/frame.ts";
import gatewayFr from "./fr/gateway.ts";
import helpFr from "./fr/help.ts";
import homeFr from "./fr/home.ts";
import hoursFr from "./fr/hours.ts";
import legacyRegistrationFr from "./fr/legacy-registration.ts";
import legalFr from "./fr/legal.ts";
import linkFr from "./fr/link.ts";
import loginFr from "./fr/login.ts";
import messageFr from "./fr/message.ts";
import recoveryFr from "./fr/recovery.ts";
import registrationFr from "./fr/registration.ts";
import registrationErrorFr from "./fr/registration-error.ts";
import roadblockFr from "./fr/roadblock.ts";
import stopRequestFr from "./fr/stop-request.ts";
import type { Sentence, SentenceTable } from "./wording.ts";

/** Every sentence by namespace: one file per journey, with the same name in both languages. */
export const english = {
  agent,
  agentGuide,
  common,
  demo,
  error,
  fields,
  forms,
  frame,
  gateway,
  help,
  home,
  hours,
  legacyRegistration,
  legal,
  link,
  login,
  message,
  recovery,
  registration,
  registrationError,
  roadblock,
  stopRequest,
} as const;

const frenchTables: { readonly [Namespace in keyof typeof english]: SentenceTable } = {
  agent: agentFr,
  agentGuide: agentGuideFr,
  common: commonFr,
  demo: demoFr,
  error: errorFr,
  fields: fieldsFr,
  forms: formsFr,
  frame: frameFr,
  gateway: gatewayFr,
  help: helpFr,
  home: homeFr,
  hours: hoursFr,
  legacyRegistration: legacyRegistrationFr,
  legal: legalFr,
  link: linkFr,
  login: loginFr,
  message: messageFr,
  recovery: recoveryFr,
  registration: registrationFr,
  registrationError: registrationErrorFr,
  roadblock: roadblockFr,
  stopRequest: stopRequestFr,
};

export type Namespace = keyof typeof english;
export const namespaces = Object.keys(english) as Namespace[];

/** Such as "login:title": a namespace and a key in it. */
export type TextKey = { [N in Namespace]: `${N}:${Extract<keyof (typeof english)[N], string>}` }[Namespace];

const tables: Record<Language, { readonly [N in Namespace]: SentenceTable }> = { en: english, fr: frenchTables };

/** One sentence of a language; a brand's override takes precedence. */
export function sentence(key: TextKey, language: Language, overrides: Readonly<Record<string, string>> = {}): Sentence {
  const colon = key.indexOf(":");
  const found = overrides[key] ?? tables[language][key.slice(0, colon) as Namespace][key.slice(colon + 1)];
  if (found === undefined) throw new Error(`no sentence ${key} in ${language}`);
  return found;
}

/** All sentences of some namespaces in one language, with the brand's overrides: the texts of a page. */
export function pageTexts(
  wanted: readonly Namespace[],
  language: Language,
  overrides: Readonly<Record<string, string>> = {},
): Record<string, Sentence> {
  const texts: Record<string, Sentence> = {};
  for (const namespace of wanted)
    for (const [key, value] of Object.entries(tables[language][namespace])) {
      const whole = `${namespace}:${key}`;
      texts[whole] = overrides[whole] ?? value;
    }
  return texts;
}
