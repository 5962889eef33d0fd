import { useEffect, useRef } from "react";
import { GatewayForm, sendToGateway } from "../../../../gateway/gateway-form.tsx";
import type { HandOff } from "../../../../gateway/hand-off.ts";
import { takeChosenPassword } from "../../account/chosen-password.ts";

/** With a script and an external gateway, posts the password from this page's memory there, once. */
export function SelfPostedPassword(handOff: HandOff) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    sendToGateway(form.current, takeChosenPassword());
  }, []);
  return <GatewayForm form={form} handOff={handOff} />;
}
