import { useTranslate } from "../../../visit/texts.tsx";
import { HandOffForm, type TicketHandOff } from "../../registration/account/hand-off-form.tsx";
import { RecoveryPage } from "../parts/recovery-page.tsx";

/** The password is saved: the page passes the ticket on by itself; one press without a script. */
export function ResetDoneScreen(handOff: TicketHandOff) {
  const t = useTranslate();
  return (
    <RecoveryPage title={t("recovery:done.title")} lead={t("recovery:done.lead")}>
      <HandOffForm {...handOff} />
    </RecoveryPage>
  );
}
