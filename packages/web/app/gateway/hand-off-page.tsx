import { Button } from "../design/button.tsx";
import { Opening } from "../design/text.tsx";
import { PageTitle } from "../i18n/page-title.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { AskedOfGateway } from "./gateway-form.tsx";
import type { HandOff } from "./hand-off.ts";

/** Without a script, a button posts name and password to the gateway. The page is sent with `no-store`. */
export function HandOffPage({ address, username, password, ...asked }: HandOff & { password: string }) {
  const t = useTranslate();
  return (
    <div className="stack stack-wide">
      <PageTitle>{t("login:handOff.title")}</PageTitle>
      <Opening title={t("login:handOff.title")}>{t("login:handOff.lead")}</Opening>
      <form className="form" method="post" action={address} autoComplete="off">
        <input type="hidden" name="username" value={username} />
        <input type="hidden" name="password" value={password} />
        <input type="hidden" name="login-form-type" value="pwd" />
        <AskedOfGateway {...asked} />
        <Button>{t("common:continue")}</Button>
      </form>
    </div>
  );
}
