import type { RefObject } from "react";
import type { HandOff } from "./hand-off.ts";

/** Hidden form for the gateway; a script fills in the password and submits it at once. */
export function GatewayForm({
  form,
  handOff,
}: {
  form: RefObject<HTMLFormElement | null>;
  handOff: HandOff | undefined;
}) {
  return (
    <form ref={form} method="post" action={handOff?.url} hidden>
      <input type="hidden" name="username" value={handOff?.username ?? ""} readOnly />
      <input type="hidden" name="password" />
      <input type="hidden" name="login-form-type" value="pwd" readOnly />
      <GatewayRequest {...handOff} />
    </form>
  );
}

/** Parameters of the incoming link that the gateway needs, passed on unchanged. */
export function GatewayRequest({ ssoRequest, clientLoginAction }: Partial<HandOff>) {
  return (
    <>
      {ssoRequest === undefined ? null : <input type="hidden" name="SSORequest" value={ssoRequest} />}
      {clientLoginAction === undefined ? null : (
        <input type="hidden" name="client_login_action" value={clientLoginAction} />
      )}
    </>
  );
}

/** Submits name and password to the gateway and keeps no copy. Returns false if there is no form or no password. */
export function sendToGateway(form: HTMLFormElement | null, password: string): boolean {
  const field = form?.elements.namedItem("password");
  if (form === null || !(field instanceof HTMLInputElement) || password === "") return false;
  field.value = password;
  form.submit();
  field.value = "";
  return true;
}
