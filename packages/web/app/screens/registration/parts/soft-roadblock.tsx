import { registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../../design/button.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { useReady } from "../../../design/ready.ts";
import { useSay } from "../../../visit/texts.tsx";
import type { RegistrationRefusal } from "../flow/refusal.ts";

/** Something of ours did not work and the page may be tried again. */
export function SoftRoadblock({ refusal }: { refusal: RegistrationRefusal | undefined }) {
  const say = useSay();
  const landing = refusal?.alert === undefined ? undefined : registrationErrors[refusal.alert].landing;
  const [closed, setClosed] = useState<RegistrationRefusal>();
  if (landing?.kind !== "dialog" || closed === refusal) return null;
  return (
    <SoftRoadblockDialog
      title={say("registrationError:EMAIL_UPDATE_FAILED.title")}
      code={say("registrationError:EMAIL_UPDATE_FAILED.code", { code: landing.agentCode })}
      onClose={() => setClosed(refusal)}
    >
      {say("registrationError:EMAIL_UPDATE_FAILED")}
    </SoftRoadblockDialog>
  );
}

/** A dialog with a code for the agent; a panel without a script. */
export function SoftRoadblockDialog(words: { title: string; code: string; onClose: () => void; children: ReactNode }) {
  const say = useSay();
  const ready = useReady();
  const { title, code, onClose, children } = words;
  return (
    <Dialog
      title={title}
      text={
        <>
          <p>{children}</p>
          <p className="quiet figures">{code}</p>
        </>
      }
      open
      onClose={onClose}
    >
      {ready ? (
        <Button type="button" onClick={onClose}>
          {say("common:close")}
        </Button>
      ) : null}
    </Dialog>
  );
}
