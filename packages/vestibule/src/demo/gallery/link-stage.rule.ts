import { type IdentityFact, type IssuedLinkAction, linkActions } from "@vestibule/catalogue/link.table.ts";
import type { ScreenState } from "@vestibule/catalogue/screen.table.ts";
import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { LiveLink } from "@vestibule/contract/v1/link.schema.ts";
import { nobody } from "./nobody.table.ts";
import type { Stage, StagePlace } from "./stage.ts";

type LinkState = Extract<ScreenState, { kind: "link" }>;
type LinkPage = Extract<ScreenState, { kind: "afterLink" }>["page"];

/** A link of nobody's, as the API would have read it, and the page that it leads to. */
export function linkStage({ action, owner }: LinkState, place: StagePlace): Stage {
  return { path: linkActions[action].path, visit: { session: { link: linkOf({ action, owner }, place) } } };
}

/** A page that follows once a link's page was answered. */
export function afterLinkStage(page: LinkPage, place: StagePlace): Stage {
  switch (page) {
    case "emailSent": {
      const link = linkOf({ action: "ASKUSERNAME", owner: "policyHolder" }, place);
      const mailedLink = { place: { registrationId: token, validationId: token }, email: nobody.email };
      return { path: "/registration/account-creation/email-sent", visit: { session: { link, mailedLink } } };
    }
    case "inbox":
      return { path: "/check-your-inbox", visit: { session: { freshLink: { token } } } };
    case "joined":
      return {
        path: "/create-an-account/confirmation",
        visit: { session: { finishedRegistration: { email: nobody.email, role: "joined" } } },
      };
    case "ready":
      return {
        path: "/create-an-account/confirmation",
        visit: { session: { finishedRegistration: { email: nobody.email, role: "any" } } },
      };
  }
}

const token = nobody.sessionId;

function linkOf(of: { action: IssuedLinkAction; owner: LinkState["owner"] }, { now }: StagePlace) {
  const isDriver = of.owner === "driver";
  const answer: LiveLink = {
    action: of.action,
    id: nobody.sessionId,
    email: maskEmail(nobody.email),
    twoFactorValidations: [],
    ubiMatchPH: isDriver && of.action === "ASKPASSWORD",
    startDate: now.toISOString(),
    identityFact: isDriver ? ("cellPhone" satisfies IdentityFact) : "postalCodeAndDateOfBirth",
  };
  return { token, answer };
}
