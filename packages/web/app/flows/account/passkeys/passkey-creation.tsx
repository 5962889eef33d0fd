import { browserSupportsWebAuthn, startRegistration } from "@simplewebauthn/browser";
import type { SystemId } from "@vestibule/catalogue/device.table.ts";
import type { PasskeyCreationOptions } from "@vestibule/contract/account/passkey.schema.ts";
import { type ReactNode, useState } from "react";
import { useActionData, useNavigation, useSubmit } from "react-router";
import { Button } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { useReady } from "../../../design/ready.ts";
import type { FormError } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { PageOpening } from "../../../frame/page-opening.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { passkeyRules } from "./passkey-name.rule.ts";
import { useAlert } from "./use-alert.ts";
import { useFreshOptions } from "./use-fresh-options.ts";

type Alert = "script" | "refused" | "tooMany" | "cancelled" | "present";

interface PasskeyCreationProps {
  options: PasskeyCreationOptions;
  device: SystemId | "other";
  title: string;
  lead: ReactNode;
}

/** Opening and form of a page that creates a passkey on the device, or says why that is not possible. */
export function PasskeyCreation({ options, device, title, lead }: PasskeyCreationProps) {
  const t = useTranslate();
  const formError = useActionData<FormError<Alert>>();
  const { start, isWorking, alert } = useCreation(options, formError);
  const isUnsupported = useIsUnsupported();
  return (
    <>
      <PageOpening title={title} isRefused={alert !== undefined}>
        {lead}
      </PageOpening>
      {alert === undefined ? null : <AlertNotice alert={alert} takesFocus />}
      {alert === undefined && isUnsupported ? <AlertNotice alert="script" /> : null}
      {alert === undefined ? (
        <noscript>
          <AlertNotice alert="script" />
        </noscript>
      ) : null}
      {isUnsupported ? null : (
        <div className="passkey-creation">
          <ScreenForm rules={passkeyRules} formError={formError} onAccepted={start} working={isWorking}>
            <TextField name="passkeyName" defaultValue={t(`account:newPasskey.device.${device}`)} enterKeyHint="done" />
            <Button busyText={t("account:newPasskey.busy")}>{t("account:newPasskey.create")}</Button>
          </ScreenForm>
        </div>
      )}
    </>
  );
}

function AlertNotice({ alert, takesFocus = false }: { alert: Alert; takesFocus?: boolean }) {
  const t = useTranslate();
  return (
    <Notice tone="caution" title={t(`account:newPasskey.${alert}.title`)} takesFocus={takesFocus}>
      {t(`account:newPasskey.${alert}`)}
    </Notice>
  );
}

/** False on the server, which cannot detect whether the browser supports passkeys. */
function useIsUnsupported(): boolean {
  return useReady() && !browserSupportsWebAuthn();
}

function useCreation(options: PasskeyCreationOptions, formError: FormError<Alert> | undefined) {
  const submit = useSubmit();
  const navigation = useNavigation();
  const freshOptions = useFreshOptions(options);
  const [isRequesting, setRequesting] = useState(false);
  const [alert, setAlert] = useAlert(formError);

  async function start({ passkeyName = "" }: FormValues) {
    setAlert(undefined);
    setRequesting(true);
    try {
      const passkey = await startRegistration({ optionsJSON: await freshOptions() });
      submit({ passkeyName, passkey: JSON.stringify(passkey) }, { method: "post" });
    } catch (fault) {
      // The device already has a passkey. Other errors mean that the person cancelled or that the device cannot verify
      // them.
      setAlert(fault instanceof Error && fault.name === "InvalidStateError" ? "present" : "cancelled");
    } finally {
      setRequesting(false);
    }
  }

  return {
    alert,
    start: (values: FormValues) => void start(values),
    isWorking: isRequesting || navigation.state !== "idle",
  };
}
