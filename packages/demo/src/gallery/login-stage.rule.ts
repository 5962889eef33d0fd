import type { ScreenState } from "@vestibule/catalogue/screen-state.table.ts";
import { filledForm } from "./filled-form.rule.ts";
import { nobody } from "./nobody.table.ts";
import { refusedAnswer } from "./refused-answer.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";

type LoginScreen = Extract<ScreenState, { kind: "login" }>;

export function loginStage(screen: LoginScreen, place: StagePlace): Stage {
  const stage: Stage = { path: "/", visit: visits[screen.state] };
  if (screen.state !== "wait") return stage;
  return { ...stage, form: filledForm(screen, place), answer: refusedAnswer("tooManyRequests") };
}

const stranger: Stage["visit"] = { session: {} };
const loginEmail = nobody.email;

const visits: Record<LoginScreen["state"], Stage["visit"]> = {
  first: stranger,
  wait: stranger,
  remembered: { session: {}, rememberedEmail: nobody.email },
  error: { session: { notice: "loginError", loginEmail } },
  sessionEnded: { session: { notice: "sessionEnded" } },
  signInEnded: { session: { notice: "signInEnded" } },
  passwordChanged: { session: { notice: "passwordChanged", loginEmail } },
  linkForgotten: { session: { notice: "linkForgotten" } },
  temporaryEnded: { session: { notice: "temporaryEnded", loginEmail } },
  accountReady: { session: { notice: "accountReady", loginEmail } },
  signedOut: { session: { notice: "signedOut" } },
};
