import { pageOfAction } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import type { LegacyMemory } from "../../../visit/request-context.ts";
import { setProvinceFromPolicy } from "../../registration/flow/set-province.server.ts";
import { advanceToPage, type LegacyPosition } from "./legacy-guard.server.ts";

/** Where an accepted value leads; undefined where it was not the right one, and the page stays. */
export function landValidation(standing: LegacyPosition, answer: RegistrationValidation): Response | undefined {
  const { legacy } = standing;
  const { action, error, identityFact, email, firstName } = answer;
  setProvinceFromPolicy(standing.requestContext, answer);
  const asked = Object.keys(pageOfAction).find((name): name is keyof typeof pageOfAction => name === action);
  // A form that was sent twice is refused with what is asked by now: the page goes there.
  if (asked !== undefined && error && pageOfAction[asked] === legacy.page) return undefined;
  switch (asked) {
    case "WELCOME_BACK":
      return advanceToPage(standing, pageOfAction[asked], {
        ways: [],
        // A code that was sent twice is answered without the address: who asks again has proven nothing.
        welcomed: email === undefined ? {} : { email, firstName },
      });
    case "ASKEMAILCODE":
      return advanceToPage(standing, pageOfAction[asked], { chosen: typedAddress(answer) });
    case "ASKEMAIL":
    case "ASKUSERNAME":
    case "ASKPASSWORD":
      return advanceToPage(standing, pageOfAction[asked], { ways: [], question: questionOf(answer, asked) });
    case undefined:
      if (identityFact === undefined) return undefined;
      return advanceToPage(standing, "PASSWORD", { ways: [], proven: { email, firstName, identityFact } });
  }
}

type Question = NonNullable<LegacyMemory["question"]>;

function questionOf(
  { twoFactorValidations: [asked], email, identityFact }: RegistrationValidation,
  action: Question["action"],
): Question {
  return { id: asked?.id ?? "", action, email: email ?? asked?.maskedValue, identityFact };
}

/** A code is on its way to an address that was typed a moment ago. */
function typedAddress({ twoFactorValidations: [asked], email, ...sent }: RegistrationValidation) {
  return { id: asked?.id ?? "", method: "EMAIL", to: email ?? "", isTyped: true, ...timesOf(sent) } as const;
}

/** When a message left, and when and how often another may be asked for. */
export function timesOf({ sentAt, resendAvailableAt, resendsLeft }: Partial<RegistrationValidation>) {
  return { sentAt, resendAvailableAt, resendsLeft };
}
