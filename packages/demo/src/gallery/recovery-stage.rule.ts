import type { RecoveryPage, RecoveryState, ScreenState } from "@vestibule/catalogue/screen-state.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { filledForm } from "./filled-form.rule.ts";
import { nobody } from "./nobody.table.ts";
import { refusedAnswer } from "./refused-answer.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";

type Session = Stage["visit"]["session"];
type Screen = Extract<ScreenState, { kind: "recovery" }>;

/** Fixture of account recovery at the page; where a form is refused, with the form and its response. */
export function recoveryStage(screen: Screen, place: StagePlace): Stage {
  const { page, state } = screen;
  const { now } = place;
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  const { oneTimeCodeMinutes, resendWaitSeconds, resetTokenMinutes } = ttl;
  const askedMinutes = state === "endsSoon" ? 1 - oneTimeCodeMinutes : 0;
  const askedAt = inMinutes(askedMinutes);
  const resendAvailableAt = inMinutes(askedMinutes + resendWaitSeconds / 60);
  const endsAt = inMinutes(state === "endsSoon" || state === "idleSoon" ? 1 : resetTokenMinutes);
  const proof = {
    ...{ token: "staged", email: nobody.email, endsAt },
    ...(state === "endsSoon" && { latestEndsAt: endsAt }),
  };
  const begun = { how: "forgot", id: "staged", email: nobody.email, askedAt, resendAvailableAt } as const;
  return {
    path: `/${page}`,
    visit: { session: { loginEmail: nobody.email, ...sessions[page]({ begun, proof, state }) } },
    ...refusalOf(screen, place),
  };
}

type Begun = NonNullable<Session["recovery"]>;

interface Place {
  begun: Begun;
  proof: NonNullable<Begun["proof"]>;
  state: RecoveryState | undefined;
}

const sessions: Record<RecoveryPage, (place: Place) => Session> = {
  forgot: ({ begun, state }) => (state === "ended" ? { recovery: { ...begun, said: "ended" } } : {}),
  verify: ({ begun, state }) => ({
    recovery: {
      ...begun,
      ...((state === "sentAgain" || state === "tooSoon") && { said: state }),
      // The cookie with the recovery's id is lost.
      ...(state === "lost" && { id: "", email: "" }),
    },
  }),
  reset: ({ begun, ...ground }) =>
    ground.state === "link" ? { link: linked } : { recovery: { ...begun, ...proven(ground) } },
};

function proven({ proof, state }: Omit<Place, "begun">): Pick<Begun, "how" | "proof"> {
  if (state === "temporary") return { how: "temporary", proof };
  const asksNumber = state === "cellPhone" || state === "numberWrong";
  return { how: "forgot", proof: { ...proof, identityFact: asksNumber ? "cellPhone" : "postalCode" } };
}

const linked: Session["link"] = {
  token: "staged",
  answer: {
    ...{ action: "RESETPWD_LOGIN", id: "staged", email: "m•••@c•••.example", twoFactorValidations: [] },
    ...{ ubiMatchPH: false, startDate: "", identityFact: "postalCode" },
  },
};

function refusalOf(screen: Screen, place: StagePlace): Pick<Stage, "form" | "answer"> {
  const answer = answers[screen.state ?? ""];
  return answer === undefined ? {} : { form: filledForm(screen, place), answer };
}

const answers: Readonly<Record<string, Stage["answer"]>> = {
  wait: refusedAnswer("tooManyRequests"),
  wrong: refusedAnswer("wrongSecret"),
  lastTry: refusedAnswer("wrongSecret", { triesLeft: 1 }),
  lost: refusedAnswer("wrongSecret"),
  factWrong: refusedAnswer("wrongIdentityFact"),
  numberWrong: refusedAnswer("wrongIdentityFact"),
  refused: refusedAnswer("passwordRefused", { fields: { password: "common" } }),
  badCharacter: refusedAnswer("invalidCharacter"),
  reused: refusedAnswer("passwordReused"),
};
