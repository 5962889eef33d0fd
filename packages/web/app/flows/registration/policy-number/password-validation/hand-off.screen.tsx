import { Opening } from "../../../../design/text.tsx";
import { HandOffForm, type TicketHandOff } from "../../../../gateway/hand-off-form.tsx";
import { PageTitle } from "../../../../visit/page-title.tsx";
import { useTranslate } from "../../../../visit/texts.tsx";

/** Submits the ticket to the gateway automatically; without a script the person presses a button. */
export function HandOffScreen(handOff: TicketHandOff) {
  const t = useTranslate();
  const title = t("legacyRegistration:handOff.title");
  return (
    <div className="stack stack-wide journey">
      <PageTitle>{title}</PageTitle>
      <Opening title={title} />
      <HandOffForm {...handOff} />
    </div>
  );
}
