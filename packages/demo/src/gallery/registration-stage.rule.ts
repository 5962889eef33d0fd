import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import type { RegistrationState, ScreenState } from "@vestibule/catalogue/screen-state.table.ts";
import type { PageAnswer, RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import { filledForm } from "./filled-form.rule.ts";
import { nobody } from "./nobody.table.ts";
import type { Stage, StagePlace } from "./stage.ts";

type Screen = Extract<ScreenState, { kind: "registration" }>;
type Memory = NonNullable<Stage["visit"]["session"]["registration"]>;

/** Fixture of a registration at the page; in an error's state, with the form that the recorded API refuses. */
export function registrationStage(screen: Screen, place: StagePlace): Stage {
  const { page, state, error, rule } = screen;
  return {
    path: state === "accountExists" ? flow.WELCOME_BACK.path : flow[page].path,
    visit: { session: { registration: memoryAt(screen, place) } },
    recorded: {
      ...{
        page,
        variants: [error, state === "letterAsked" ? "pin" : state],
        error,
        differs: differenceOf(state, place),
      },
      refusal: {
        ...(rule !== undefined && { fields: { password: rule } }),
        ...(state === "lastTry" && { triesLeft: 1 }),
      },
    },
    ...(error !== undefined && { form: filledForm(screen, place) }),
  };
}

function memoryAt(screen: Screen, place: StagePlace): Memory {
  const said = screen.state === undefined ? undefined : saidIn[screen.state];
  // The requested province is kept.
  return {
    ...{ token: tokenAt(screen, place), placed: true },
    ...(said !== undefined && { said }),
    ...(screen.state === "finding" && { seeksAccount: true }),
    ...(screen.state === "emailNotEnough" && { email: nobody.email }),
    ...(screen.state === "accountExists" && { typedFirstName: nobody.firstName }),
  };
}

const saidIn: Partial<Record<RegistrationState, NonNullable<Memory["said"]>>> = {
  sentAgain: "codeSentAgain",
  nextToLastCode: "codeSentAgain",
  lastCode: "codeSentAgain",
  tooSoon: "codeTooSoon",
  letterAsked: "letterAsked",
  provinceSet: "provinceSet",
  emailTaken: "emailTaken",
};

function differenceOf(state: RegistrationState | undefined, { now }: StagePlace): Partial<PageAnswer> {
  switch (state) {
    case "text":
      return { option: { type: "SMS", maskedValue: nobody.maskedPhone } };
    case "chosenAddress":
      return { back: flow.ASK_USERNAME.path, email: nobody.email, otherOptions: false };
    case "nextToLastCode":
      return { resendsLeft: 1 };
    case "lastCode":
      return { resendsLeft: 0, otherOptions: false };
    case "accountExists":
      return { canFindAddress: true };
    case "emailNotEnough":
      return { emailNotEnough: "none" };
    case "emailAlike":
      return { emailNotEnough: "alike" };
    case "driver":
      return { accountType: "insuredDriver", provenAccountType: "insuredDriver" };
    case "bothRoles":
      return { provenAccountType: "policyHolderAndInsuredDriver" };
    case "withoutLicence":
      return { asksLicence: false };
    case "endsSoon":
      return { endsAt: new Date(now.getTime() + 60_000).toISOString() };
    default:
      return {};
  }
}

/** Unsigned: the portal only reads its claims, and the API that would verify it is not called. */
function tokenAt({ page, state, error }: Screen, { now }: StagePlace): string {
  const iat = Math.floor(now.getTime() / 1000);
  const accountType: AccountType =
    isOfDriver(page) || isOfDriver(state) || isOfDriver(error) ? "insuredDriver" : "policyHolder";
  const claims: RegistrationTokenClaims = {
    ...{ sid: nobody.sessionId, jti: nobody.sessionId, step: flow[page].step, page, accountType },
    ...{ iat, exp: iat + (state === "idleSoon" ? 60 : 1800) },
  };
  return `${[{ alg: "none" }, claims].map(encoded).join(".")}.`;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function isOfDriver(what: Page | RegistrationState | Screen["error"]): boolean {
  return what === "ADDITIONAL_DRIVER_PROFILE" || what === "driver" || what === "DRIVE_LICENSE_NUMBER_NOT_FOUND";
}
