import type { RefObject } from "react";
import type { HandOff } from "./hand-off.ts";

/** The gateway's own form, hidden: a script puts the password in and sends it at once. */
export function GatewayForm({
  form,
  handOff,
}: {
  form: RefObject<HTMLFormElement | null>;
  handOff: HandOff | undefined;
}) {
  return (
    <form ref={form} method="post" action={handOff?.address} hidden>
      <input type="hidden" name="username" value={handOff?.username ?? ""} readOnly />
      <input type="hidden" name="password" />
      <input type="hidden" name="login-form-type" value="pwd" readOnly />
      <AskedOfGateway {...handOff} />
    </form>
  );
}

/** What the link that brought the person asked of the gateway: handed on as it came, as text. */
export function AskedOfGateway({ ssoRequest, clientLoginAction }: Partial<HandOff>) {
  return (
    <>
      {ssoRequest === undefined ? null : <input type="hidden" name="SSORequest" value={ssoRequest} />}
      {clientLoginAction === undefined ? null : (
        <input type="hidden" name="client_login_action" value={clientLoginAction} />
      )}
    </>
  );
}

/** Sends name and password to the gateway; the page keeps no copy. False where there is nothing to send. */
export function sendToGateway(form: HTMLFormElement | null, password: string): boolean {
  const field = form?.elements.namedItem("password");
  if (form === null || !(field instanceof HTMLInputElement) || password === "") return false;
  field.value = password;
  form.submit();
  field.value = "";
  return true;
}
