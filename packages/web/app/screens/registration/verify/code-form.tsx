import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { Button } from "../../../design/button.tsx";
import { CodeField } from "../../../form/code-field.tsx";
import type { Refusal } from "../../../form/form-answer.ts";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { Destination } from "./destination.rule.ts";
import { codeRules, pinRules } from "./verify-code.rule.ts";

/** Six digits of a message, or the eight characters of a PIN. */
export function CodeForm({ destination, refusal }: { destination: Destination; refusal: Refusal | undefined }) {
  const say = useSay();
  const isPin = destination.kind === "pin";
  return (
    <ScreenForm rules={isPin ? pinRules : codeRules} answer={refusal}>
      <CodeField
        name={isPin ? "securityPin" : "securityCode"}
        help={isPin ? null : say("registration:code.help", { minutes: lifetimes.oneTimeCodeMinutes })}
        submitsWhenWhole
      />
      <Button busyText={say("common:checking")}>
        {say(isPin ? "registration:code.verify.pin" : "registration:code.verify")}
      </Button>
    </ScreenForm>
  );
}
