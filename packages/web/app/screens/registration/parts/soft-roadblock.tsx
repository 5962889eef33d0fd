import { registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { useReady } from "../../../design/ready.ts";
import { useSay } from "../../../visit/texts.tsx";
import type { RegistrationRefusal } from "../flow/refusal.ts";

/** Something of ours did not work and the page may be tried again: a dialog with a code for the agent; a panel without a script. */
export function SoftRoadblock({ refusal }: { refusal: RegistrationRefusal | undefined }) {
  const say = useSay();
  const ready = useReady();
  const landing = refusal?.alert === undefined ? undefined : registrationErrors[refusal.alert].landing;
  const [closed, setClosed] = useState<RegistrationRefusal>();
  if (landing?.kind !== "dialog" || closed === refusal) return null;
  return (
    <Dialog title={say("registrationError:EMAIL_UPDATE_FAILED.title")} open onClose={() => setClosed(refusal)}>
      <p>{say("registrationError:EMAIL_UPDATE_FAILED")}</p>
      <p className="quiet figures">{say("registrationError:EMAIL_UPDATE_FAILED.code", { code: landing.agentCode })}</p>
      {ready ? (
        <Button type="button" onClick={() => setClosed(refusal)}>
          {say("common:close")}
        </Button>
      ) : null}
    </Dialog>
  );
}
