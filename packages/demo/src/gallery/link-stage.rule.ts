import { type IdentityFact, type IssuedLinkAction, linkActions } from "@vestibule/catalogue/link.table.ts";
import type { LinkState, ScreenState } from "@vestibule/catalogue/screen-state.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { LiveLink, RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import { retryAt } from "./again-at.rule.ts";
import { filledForm } from "./filled-form.rule.ts";
import { nobody } from "./nobody.table.ts";
import { refusedAnswer } from "./refused-answer.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";

type LinkScreen = Extract<ScreenState, { kind: "link" }>;
type LaterScreen = Extract<ScreenState, { kind: "afterLink" }>;

/**
 * Fixture of an e-mailed link as API v1 reads it, on the page that it opens; where a form is refused, with the form.
 */
export function linkStage(screen: LinkScreen, place: StagePlace): Stage {
  const { action, owner, state } = screen;
  return {
    path: linkActions[action].path,
    visit: { session: { link: linkOf({ action, owner, minutesLeft: state === "endsSoon" ? 1 : undefined }, place) } },
    ...(state !== undefined && state !== "endsSoon" && { form: filledForm(screen, place), answer: answers[state] }),
  };
}

const token = nobody.sessionId;
const taken: RegistrationValidation = { error: true, id: token, action: "ASKUSERNAME", twoFactorValidations: [] };

const answers: Record<Exclude<LinkState, "endsSoon">, Stage["answer"]> = {
  wrong: refusedAnswer("wrongSecret"),
  refused: refusedAnswer("wrongIdentityFact"),
  taken: { status: 240, body: taken },
  notSaved: refusedAnswer("clientUpdateFailed"),
  wait: refusedAnswer("tooManyRequests"),
};

/** Fixture of a page that follows a link's page. */
export function afterLinkStage({ page, state }: LaterScreen, place: StagePlace): Stage {
  switch (page) {
    case "emailSent": {
      const link = linkOf({ action: "ASKUSERNAME", owner: "policyHolder" }, place);
      const mailedLink = { place: { registrationId: token, validationId: token }, email: nobody.email };
      const said = saidOf(state, { again: "sentAgain" as const, place });
      return {
        path: "/registration/account-creation/email-sent",
        visit: { session: { link, mailedLink: { ...mailedLink, ...said } } },
      };
    }
    case "inbox": {
      const said = saidOf(state, { again: "askedAgain" as const, place });
      return { path: "/check-your-inbox", visit: { session: { freshLink: { token, ...said } } } };
    }
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

/** The flash message after a message was requested again. */
function saidOf<Word>(
  state: LaterScreen["state"],
  { again, place }: { again: Word; place: StagePlace },
): { said?: Word | { retryAt: string } } {
  if (state === undefined) return {};
  return { said: state === "again" ? again : { retryAt: retryAt(place) } };
}

interface StagedLink {
  action: IssuedLinkAction;
  owner: LinkScreen["owner"];
  /** Defaults to the link's full lifetime. */
  minutesLeft?: number | undefined;
}

function linkOf(of: StagedLink, { now }: StagePlace) {
  const { minutesLeft = ttl.linkHours * 60 } = of;
  const isDriver = of.owner === "driver";
  const answer: LiveLink = {
    action: of.action,
    id: nobody.sessionId,
    email: maskEmail(nobody.email),
    twoFactorValidations: [],
    ubiMatchPH: isDriver && of.action === "ASKPASSWORD",
    startDate: now.toISOString(),
    endDate: new Date(now.getTime() + minutesLeft * 60_000).toISOString(),
    identityFact: isDriver ? ("cellPhone" satisfies IdentityFact) : "postalCodeAndDateOfBirth",
  };
  return { token, answer };
}
