import { checkPin, checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { Button } from "../../../design/button.tsx";
import { CodeField } from "../../../form/code-field.tsx";
import type { Refusal } from "../../../form/form-answer.ts";
import type { FieldRules } from "../../../form/form-values.ts";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useLastTry } from "../../../form/use-last-try.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { VerifyCodeData } from "./verify-code-data.ts";

export const codeRules: FieldRules = { securityCode: checkSecurityCode };
export const pinRules: FieldRules = { securityPin: checkPin };

interface CodeFormProps {
  data: Pick<VerifyCodeData, "destination" | "sending">;
  refusal: Refusal | undefined;
}

/** Six digits of a message, or the eight characters of a PIN. */
export function CodeForm({ data: { destination, sending }, refusal }: CodeFormProps) {
  const t = useTranslate();
  const lastTry = useLastTry(refusal);
  const isPin = destination.kind === "pin";
  return (
    <ScreenForm rules={isPin ? pinRules : codeRules} answer={refusal} also={lastTry}>
      <CodeField
        name={isPin ? "securityPin" : "securityCode"}
        help={
          sending === null
            ? t("registration:code.help.pin")
            : t("registration:code.help", { time: sending.ends.endsAt })
        }
        submitsWhenWhole
      />
      <Button busyText={t("common:checking")}>
        {t(isPin ? "registration:code.verify.pin" : "registration:code.verify")}
      </Button>
    </ScreenForm>
  );
}
