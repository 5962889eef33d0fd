import { useSay } from "../../../visit/texts.tsx";
import { HandOffForm, type TicketHandOff } from "../../registration/account/hand-off-form.tsx";
import { RecoveryPage } from "../parts/recovery-page.tsx";

/** The password is saved: the page passes the ticket on by itself; one press without a script. */
export function ResetDoneScreen(handOff: TicketHandOff) {
  const say = useSay();
  return (
    <RecoveryPage title={say("recovery:done.title")} lead={say("recovery:done.lead")}>
      <HandOffForm {...handOff} />
    </RecoveryPage>
  );
}
