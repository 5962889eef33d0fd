import { useEffect, useRef } from "react";
import { BusyContext, Button } from "../design/button.tsx";
import { useReady } from "../design/ready.ts";
import { PageIntro } from "../design/text.tsx";
import { PageTitle } from "../i18n/page-title.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { GatewayRequest } from "./gateway-form.tsx";
import type { HandOff, TicketHandOff } from "./hand-off.ts";

/** Posts the ticket to the gateway: automatically with a script, by a button without one. */
export function HandOffForm({ url, username, ticket, ...request }: TicketHandOff) {
  const t = useTranslate();
  const ready = useReady();
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<string>(undefined);

  useEffect(() => {
    if (sent.current === ticket) return;
    sent.current = ticket;
    form.current?.submit();
  }, [ticket]);

  return (
    <BusyContext value={ready}>
      <form className="form" method="post" action={url} ref={form} autoComplete="off">
        <input type="hidden" name="username" value={username} />
        <input type="hidden" name="ticket" value={ticket} />
        <input type="hidden" name="login-form-type" value="ticket" />
        <GatewayRequest {...request} />
        {ready ? null : <p>{t("registration:confirmation.handOff")}</p>}
        <Button busyText={t("registration:confirmation.busy")}>{t("common:continue")}</Button>
      </form>
    </BusyContext>
  );
}

/** A button posts name and password to the gateway. The page has no script, and is sent with `no-store`. */
export function HandOffPage({ url, username, password, ...request }: HandOff & { password: string }) {
  const t = useTranslate();
  return (
    <div className="stack stack-wide">
      <PageTitle>{t("login:handOff.title")}</PageTitle>
      <PageIntro title={t("login:handOff.title")}>{t("login:handOff.lead")}</PageIntro>
      <form className="form" method="post" action={url} autoComplete="off">
        <input type="hidden" name="username" value={username} />
        <input type="hidden" name="password" value={password} />
        <input type="hidden" name="login-form-type" value="pwd" />
        <GatewayRequest {...request} />
        <Button>{t("common:continue")}</Button>
      </form>
    </div>
  );
}
