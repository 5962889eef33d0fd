import { HandOffForm, type TicketHandOff } from "../../../gateway/hand-off-form.tsx";
import { useTranslate } from "../../../visit/texts.tsx";
import { RecoveryPage } from "../parts/recovery-page.tsx";

/** The password is saved: a script submits the ticket automatically; without one the person presses a button. */
export function ResetDoneScreen(handOff: TicketHandOff) {
  const t = useTranslate();
  return (
    <RecoveryPage title={t("recovery:done.title")} lead={t("recovery:done.lead")}>
      <HandOffForm {...handOff} />
    </RecoveryPage>
  );
}
