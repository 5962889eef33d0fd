import { Button } from "../../design/button.tsx";
import { Opening } from "../../design/text.tsx";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";
import { AskedOfGateway } from "./gateway-form.tsx";
import type { HandOff } from "./hand-off.ts";

/** Without a script: one more press takes name and password to the gateway. The page is kept by no cache. */
export function HandOffPage({ address, username, password, ...asked }: HandOff & { password: string }) {
  const say = useSay();
  return (
    <div className="stack stack-wide">
      <PageTitle>{say("login:handOff.title")}</PageTitle>
      <Opening title={say("login:handOff.title")}>{say("login:handOff.lead")}</Opening>
      <form className="form" method="post" action={address} autoComplete="off">
        <input type="hidden" name="username" value={username} />
        <input type="hidden" name="password" value={password} />
        <input type="hidden" name="login-form-type" value="pwd" />
        <AskedOfGateway {...asked} />
        <Button>{say("common:continue")}</Button>
      </form>
    </div>
  );
}
