import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { FormError } from "../../form/form-error.ts";
import type { FormValues } from "../../form/form-values.ts";
import { GatewayForm, sendToGateway, useLeaving } from "../../gateway/gateway-form.tsx";
import type { HandOff } from "../../gateway/hand-off.ts";

/**
 * Signs in with a script: the portal receives only the e-mail, and the browser itself posts name and password to the
 * gateway. The password stays in the memory of this page and is submitted once.
 */
export function useBrowserHandOff(interaction: string | undefined) {
  const fetcher = useFetcher<{ handOff: HandOff } | { asks: "password" } | FormError>();
  const form = useRef<HTMLFormElement>(null);
  const password = useRef("");
  const [isLeaving, leave] = useLeaving();
  const result = fetcher.data;
  const handOff = result !== undefined && "handOff" in result ? result.handOff : undefined;

  useEffect(() => {
    if (handOff === undefined || !sendToGateway(form.current, password.current)) return;
    password.current = "";
    leave();
  }, [handOff, leave]);

  useEffect(() => {
    // A temporary password is verified by the portal, so its whole form is submitted there.
    if (result === undefined || !("asks" in result)) return;
    password.current = "";
    leave();
    document.querySelector<HTMLInputElement>("#loginPassword")?.form?.submit();
  }, [result, leave]);

  return {
    start({ email = "", rememberMe = "", loginPassword = "", puzzle = "" }: FormValues): Promise<void> {
      password.current = loginPassword;
      return fetcher.submit(
        { email, rememberMe, handOff: "script", puzzle },
        { method: "post", action: loginAction(interaction) },
      );
    },
    isWorking: isLeaving || fetcher.state !== "idle",
    refusal: result !== undefined && "errors" in result ? result : undefined,
    form: <GatewayForm form={form} handOff={handOff} />,
  };
}

function loginAction(interaction: string | undefined): string {
  return interaction === undefined ? "/" : `/?${new URLSearchParams({ interaction })}`;
}
