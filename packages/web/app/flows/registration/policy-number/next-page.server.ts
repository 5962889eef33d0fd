import { pageOfAction } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import { setProvinceFromPolicy } from "../flow/set-province.server.ts";
import type { LegacySlice } from "../session-slice.server.ts";
import { advanceToPage, type RegistrationPosition } from "./page-guard.server.ts";

/** Where an accepted value leads; undefined where the value was wrong and the page stays. */
export function goToNextPage(position: RegistrationPosition, answer: RegistrationValidation): Response | undefined {
  const { legacy } = position;
  const { action, error, identityFact, email, firstName } = answer;
  setProvinceFromPolicy(position.requestContext, answer);
  const asked = Object.keys(pageOfAction).find((name): name is keyof typeof pageOfAction => name === action);
  // A form that was submitted twice is refused with the question that is now open: redirect to its page.
  if (asked !== undefined && error && pageOfAction[asked] === legacy.page) return undefined;
  switch (asked) {
    case "WELCOME_BACK":
      return advanceToPage(position, pageOfAction[asked], {
        methods: [],
        // The reply to a code submitted twice has no e-mail, because the second request verified nothing.
        existingAccount: email === undefined ? {} : { email, firstName },
      });
    case "ASKEMAILCODE":
      return advanceToPage(position, pageOfAction[asked], { chosen: typedAddress(answer) });
    case "ASKEMAIL":
    case "ASKUSERNAME":
    case "ASKPASSWORD":
      return advanceToPage(position, pageOfAction[asked], { methods: [], question: questionOf(answer, asked) });
    case undefined:
      if (identityFact === undefined) return undefined;
      return advanceToPage(position, "PASSWORD", { methods: [], verified: { email, firstName, identityFact } });
  }
}

type Question = NonNullable<LegacySlice["question"]>;

function questionOf(
  { twoFactorValidations: [asked], email, identityFact }: RegistrationValidation,
  action: Question["action"],
): Question {
  return { id: asked?.id ?? "", action, email: email ?? asked?.maskedValue, identityFact };
}

/** A code was sent to an e-mail that was typed on the previous page. */
function typedAddress({ twoFactorValidations: [asked], email, ...sent }: RegistrationValidation) {
  return { id: asked?.id ?? "", method: "EMAIL", to: email ?? "", isTyped: true, ...timesOf(sent) } as const;
}

/** When a message was sent, and when and how often another can be requested. */
export function timesOf({ sentAt, resendAvailableAt, resendsLeft }: Partial<RegistrationValidation>) {
  return { sentAt, resendAvailableAt, resendsLeft };
}
