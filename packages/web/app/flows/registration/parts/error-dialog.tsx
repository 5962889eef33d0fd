import { errorDialogs } from "@vestibule/catalogue/error-dialog.table.ts";
import { registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { type ReactNode, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { Button } from "../../../design/button.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { useReady } from "../../../design/ready.ts";
import { ChatContact, TelephoneContact } from "../../../frame/help-panel.tsx";
import { ReferenceNumber } from "../../../frame/reference-number.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { loader as rootLoader } from "../../../root.tsx";
import type { RegistrationRefusal } from "../flow/flow-info.ts";

const { agentCode } = errorDialogs["not-saved"];

/** A server error after which the page can be submitted again. */
export function ErrorDialogState({ refusal }: { refusal: RegistrationRefusal | undefined }) {
  const t = useTranslate();
  const landing = refusal?.alert === undefined ? undefined : registrationErrors[refusal.alert].landing;
  const [closed, setClosed] = useState<RegistrationRefusal>();
  if (landing?.kind !== "dialog" || closed === refusal) return null;
  return (
    <ErrorDialog
      title={t("registrationError:EMAIL_UPDATE_FAILED.title")}
      code={t("registrationError:EMAIL_UPDATE_FAILED.code", {
        code: `${agentCode} (${landing.agentCode})`,
      })}
      shownCode={landing.agentCode}
      reference={refusal?.reference}
      onClose={() => setClosed(refusal)}
    >
      {t("registrationError:EMAIL_UPDATE_FAILED")}
    </ErrorDialog>
  );
}

interface ErrorDialogText {
  title: string;
  code: string;
  shownCode: string | undefined;
  reference: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog with the number to call, the chat during its hours, a reference and a code for the agent; a panel without a
 * script.
 */
export function ErrorDialog({ title, code, shownCode, reference, onClose, children }: ErrorDialogText) {
  const t = useTranslate();
  const ready = useReady();
  const frame = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <Dialog
      title={title}
      text={
        <>
          <p>{children}</p>
          {frame === undefined ? null : <TelephoneContact help={frame.help} />}
          {frame === undefined || frame.webview || frame.help.chat.url === undefined ? null : (
            <ChatContact
              chat={frame.help.chat}
              told={{ errorCode: agentCode, ...(shownCode && { shownCode }), reference }}
            />
          )}
          <ReferenceNumber reference={reference} />
          <p className="quiet figures">{code}</p>
        </>
      }
      open
      onClose={onClose}
    >
      {ready ? (
        <Button type="button" onClick={onClose}>
          {t("common:close")}
        </Button>
      ) : null}
    </Dialog>
  );
}
