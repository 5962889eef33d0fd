import { puzzleField } from "@vestibule/catalogue/puzzle.table.ts";
import { type RefObject, useCallback, useEffect, useState } from "react";
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

/** Parameters of the incoming link that the gateway needs, passed on unchanged, and the solution of a puzzle. */
export function GatewayRequest({ ssoRequest, clientLoginAction, interaction, puzzle }: Partial<HandOff>) {
  return (
    <>
      {interaction === undefined ? null : <input type="hidden" name="interaction" value={interaction} />}
      {ssoRequest === undefined ? null : <input type="hidden" name="SSORequest" value={ssoRequest} />}
      {clientLoginAction === undefined ? null : (
        <input type="hidden" name="client_login_action" value={clientLoginAction} />
      )}
      {puzzle === undefined ? null : <input type="hidden" name={puzzleField} value={puzzle} />}
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

const leavingMilliseconds = 10_000;

/**
 * Whether the browser is leaving for the gateway. Ends when the page is restored from the back/forward cache, and after
 * ten seconds, because the person may have stopped the browser.
 */
export function useLeaving(): [isLeaving: boolean, leave: () => void] {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const stay = () => setLeaving(false);
    const end = setTimeout(stay, leavingMilliseconds);
    addEventListener("pageshow", stay);
    return () => {
      clearTimeout(end);
      removeEventListener("pageshow", stay);
    };
  }, [isLeaving]);
  return [isLeaving, useCallback(() => setLeaving(true), [])];
}
