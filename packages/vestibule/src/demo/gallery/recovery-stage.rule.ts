import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import type { RecoveryPage, RecoveryState, ScreenState } from "@vestibule/catalogue/screen.table.ts";
import { nobody } from "./nobody.table.ts";
import type { Stage, StagePlace } from "./stage.ts";

type Session = Stage["visit"]["session"];

/** A way back into an account at the page; where a form was refused, with the form and the answer to it. */
export function recoveryStage({ page, state }: Extract<ScreenState, { kind: "recovery" }>, { now }: StagePlace): Stage {
  const resendFrom = new Date(now.getTime() + lifetimes.resendWaitSeconds * 1000).toISOString();
  const endsAt = new Date(now.getTime() + lifetimes.resetTokenMinutes * 60_000).toISOString();
  const proof = { token: "staged", email: nobody.email, endsAt };
  const begun = { how: "forgot", id: "staged", email: nobody.email, resendFrom } as const;
  return {
    path: `/${page}`,
    visit: { session: { loginEmail: nobody.email, ...sessions[page]({ begun, proof, state }) } },
    ...refusals[state ?? ""],
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
      ...(state === "sentAgain" && { said: "sentAgain" }),
      ...(state === "lastTry" && { wrongCodes: limits.recoveryWrongCode.limit - 2 }),
    },
  }),
  reset: ({ begun, ...ground }) =>
    ground.state === "link" ? { link: linked } : { recovery: { ...begun, ...proven(ground) } },
};

function proven({ proof, state }: Omit<Place, "begun">): Pick<Begun, "how" | "proof"> {
  if (state === "temporary") return { how: "temporary", proof };
  return { how: "forgot", proof: { ...proof, identityFact: state === "cellPhone" ? "cellPhone" : "postalCode" } };
}

const linked: Session["link"] = {
  token: "staged",
  answer: {
    ...{ action: "RESETPWD_LOGIN", id: "staged", email: "m•••@c•••.example", twoFactorValidations: [] },
    ...{ ubiMatchPH: false, startDate: "", identityFact: "postalCode" },
  },
};

const newPassword = {
  email: nobody.email,
  postalCode: nobody.postalCode,
  password: nobody.password,
  passwordConfirmation: nobody.password,
};
const refused = (error: keyof typeof accountErrors) => {
  const { status, errorCode } = accountErrors[error];
  return { status, body: { errorCode, message: "staged" } };
};
const wrongCode = { form: { securityCode: nobody.code }, answer: refused("wrongSecret") };

const refusals: Readonly<Record<string, Pick<Stage, "form" | "answer">>> = {
  wait: {
    form: { email: nobody.email },
    answer: { ...refused("tooManyRequests"), headers: { "retry-after": "600" } },
  },
  incomplete: { form: {} },
  wrong: wrongCode,
  lastTry: wrongCode,
  factWrong: { form: newPassword, answer: refused("wrongIdentityFact") },
  reused: { form: newPassword, answer: refused("passwordReused") },
};
