import type { ProvenAccountType } from "@vestibule/catalogue/account.table.ts";
import { useRef } from "react";
import { useSubmit } from "react-router";
import { Button } from "../../../design/button.tsx";
import { EmailLine } from "../../../design/email-line.tsx";
import { Icon, type IconName } from "../../../design/icon.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { GatewayForm, sendToGateway, useLeaving } from "../../../gateway/gateway-form.tsx";
import type { HandOff, TicketHandOff } from "../../../gateway/hand-off.ts";
import { HandOffForm } from "../../../gateway/hand-off-form.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { WithFlowInfo } from "../flow/flow-info.ts";
import { type NameLength, useNamedTitle } from "../parts/named-title.tsx";
import { RegistrationPage } from "../parts/registration-page.tsx";
import { consumeChosenPassword, useChosenPassword } from "./chosen-password.ts";

export interface ConfirmationData {
  /** Undefined if the account was created by a link. */
  firstName: string | undefined;
  username: string;
  /** `joined`: a profile was added to an existing account. `any`: a new account whose type is not known here. */
  accountType: ProvenAccountType | "any" | "joined";
  nameLength: NameLength;
  /** The account offers a passkey after this page. */
  hasPasskeys: boolean;
  /** What the browser posts to an external gateway; undefined for the built-in one. */
  outside?: HandOff | undefined;
}

interface ConfirmationProps {
  data: WithFlowInfo<ConfirmationData>;
  handOff?: TicketHandOff | undefined;
}

/** Confirms that the account exists, with a button that signs in. With a ticket, the page signs in automatically. */
export function ConfirmationScreen({ data, handOff }: ConfirmationProps) {
  const t = useTranslate();
  const { flow, firstName, username, accountType, nameLength, hasPasskeys, outside } = data;
  const named = useNamedTitle("registration:confirmation.title", { name: firstName ?? "", length: nameLength });
  const unnamed = accountType === "joined" ? "confirmation.title.joined" : "confirmation.title.any";
  return (
    <RegistrationPage
      flow={flow}
      drawing={<ConfirmationDrawing />}
      {...(firstName === undefined ? { title: t(`registration:${unnamed}`) } : named)}
      lead={t(`registration:confirmation.${accountType}`)}
    >
      <EmailLine label={t("registration:confirmation.username")} email={username} />
      {outside !== undefined ? (
        <OutsideSignIn handOff={outside} />
      ) : handOff !== undefined ? (
        <HandOffForm {...handOff} />
      ) : (
        <ScreenForm rules={{}}>
          <SignInButton username={username} />
        </ScreenForm>
      )}
      <NextSteps isNew={accountType !== "joined"} hasPasskeys={hasPasskeys} />
    </RegistrationPage>
  );
}

/** Decorative check mark in the brand's colours. */
function ConfirmationDrawing() {
  return (
    <svg className="confirmation-mark" viewBox="0 0 124 96" aria-hidden="true" focusable="false">
      <circle className="confirmation-mark-halo" cx="46" cy="50" r="46" />
      <circle className="confirmation-mark-disc" cx="46" cy="50" r="31" />
      <path className="confirmation-mark-tick" d="m32 51 10 10 19-21" pathLength="1" />
      <circle className="confirmation-mark-shape-3" cx="103" cy="25" r="8" />
      <circle className="confirmation-mark-shape-2" cx="86" cy="7" r="4.5" />
      <circle className="confirmation-mark-shape-1" cx="114" cy="52" r="3.5" />
    </svg>
  );
}

/**
 * Signs in at a gateway that accepts no tickets: the browser posts the chosen password, if it is still in memory.
 * Otherwise, and without a script, the login page opens with the e-mail filled in.
 */
function OutsideSignIn({ handOff }: { handOff: HandOff }) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const [isLeaving, leave] = useLeaving();
  useChosenPassword();

  function enter(): void {
    if (sendToGateway(form.current, consumeChosenPassword())) leave();
    else submit({ email: handOff.username }, { method: "post" });
  }

  return (
    <>
      <ScreenForm rules={{}} onAccepted={enter} working={isLeaving}>
        <SignInButton username={handOff.username} />
      </ScreenForm>
      <GatewayForm form={form} handOff={handOff} />
    </>
  );
}

function SignInButton({ username }: { username: string }) {
  const t = useTranslate();
  return (
    <>
      <input type="hidden" name="email" value={username} />
      <Button busyText={t("registration:confirmation.busy")}>{t("registration:confirmation.enter")}</Button>
    </>
  );
}

/** Next steps. Only a new account (`isNew`) receives a welcome message and has a new password. */
function NextSteps({ isNew, hasPasskeys }: { isNew: boolean; hasPasskeys: boolean }) {
  const t = useTranslate();
  return (
    <section className="next-steps" aria-label={t("registration:confirmation.next.title")}>
      <h2 className="heading">{t("registration:confirmation.next.title")}</h2>
      <ul>
        {isNew ? <NextStep icon="envelope" words={t("registration:confirmation.next.mail")} /> : null}
        <NextStep
          icon="password"
          words={t(isNew ? "registration:confirmation.next.newPassword" : "registration:confirmation.next.password")}
        />
        {hasPasskeys ? <NextStep icon="key" words={t("registration:confirmation.next.passkey")} /> : null}
      </ul>
    </section>
  );
}

function NextStep({ icon, words }: { icon: IconName; words: string }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{words}</span>
    </li>
  );
}
