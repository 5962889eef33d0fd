import { useRef, useState } from "react";
import { useSubmit } from "react-router";
import { Button } from "../../../design/button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { GatewayForm, sendToGateway } from "../../../gateway/gateway-form.tsx";
import type { HandOff } from "../../../gateway/hand-off.ts";
import { useTranslate } from "../../../i18n/translate.tsx";
import { takeChosenPassword, useChosenPassword } from "./chosen-password.ts";

/**
 * Signs in at a gateway that accepts no tickets. With the chosen password still in memory the browser posts it there
 * itself; otherwise, and without a script, the login page opens with the e-mail filled in.
 */
export function OutsideSignIn({ handOff }: { handOff: HandOff }) {
  const t = useTranslate();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  useChosenPassword();

  function enter(): void {
    if (sendToGateway(form.current, takeChosenPassword())) setLeaving(true);
    else submit({ email: handOff.username }, { method: "post" });
  }

  return (
    <>
      <ScreenForm rules={{}} onAccepted={enter} working={isLeaving}>
        <input type="hidden" name="email" value={handOff.username} />
        <Button busyText={t("registration:confirmation.busy")}>{t("registration:confirmation.enter")}</Button>
      </ScreenForm>
      <GatewayForm form={form} handOff={handOff} />
    </>
  );
}
