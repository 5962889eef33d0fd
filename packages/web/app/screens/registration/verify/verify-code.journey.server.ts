import { flow } from "@vestibule/catalogue/flow.table.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { customerTelephone } from "@vestibule/contract/brand/customer-telephone.rule.ts";
import { normaliseCode, normalisePin } from "@vestibule/contract/fields/security-code.rule.ts";
import type { PageAnswer } from "@vestibule/contract/v2/registration.schema.ts";
import { sayTime } from "@vestibule/wording/clock-time.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import { refuseFaults, registrationAction, sendForm } from "../flow/registration-action.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import { destinationOf } from "./destination.rule.ts";
import { codeRules, pinRules } from "./verify-code.rule.ts";
import type { VerifyCodeData } from "./verify-code-data.ts";

export const loader = registrationLoader<VerifyCodeData>({
  pages: ["VERIFY_CODE"],
  sections: ["code"],
  draw: ({ visit, page }) => ({
    destination: destinationOf(page.option ?? { type: "PIN", maskedValue: "" }),
    username: page.back === flow.ASK_USERNAME.path ? (page.email ?? page.option?.maskedValue ?? null) : null,
    otherOptions: page.otherOptions === true,
    telephone: customerTelephone(visit.brand, visit.province),
    sending: sendingOf(visit, page),
  }),
});

/** When the newest code was sent, and when another may be asked for; null where nothing is sent. */
function sendingOf(visit: PortalVisit, page: PageAnswer): VerifyCodeData["sending"] {
  if (page.sentAt === undefined) return null;
  const clock = { timeZone: provinces[visit.province].timeZone, language: visit.language };
  const waitMilliseconds = Date.parse(page.resendFrom ?? page.sentAt) - visit.now.getTime();
  return {
    sentAt: sayTime(new Date(page.sentAt), clock),
    waitSeconds: Math.max(0, Math.ceil(waitMilliseconds / 1000)),
  };
}

export const action = registrationAction(async (talk, values) => {
  const isPin = values.securityPin !== undefined;
  const refused = refuseFaults(values, isPin ? pinRules : codeRules);
  if (refused !== undefined) return refused;
  const securityCode = isPin ? normalisePin(values.securityPin ?? "") : normaliseCode(values.securityCode ?? "");
  return sendForm(talk, { name: "verify", values }, { body: { securityCode } });
});
