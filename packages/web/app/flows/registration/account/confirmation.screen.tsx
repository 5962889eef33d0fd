import type { ProvenAccountType } from "@vestibule/catalogue/account.table.ts";
import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { Button } from "../../../design/button.tsx";
import { DirectionIsolatedEmail } from "../../../design/direction-isolated-email.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import type { HandOff } from "../../../gateway/hand-off.ts";
import { HandOffForm, type TicketHandOff } from "../../../gateway/hand-off-form.tsx";
import { RichText } from "../../../i18n/rich-text.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { WithFlowInfo } from "../flow/flow-info.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { type NameLength, ShortName } from "../parts/short-name.tsx";
import { ArrivalDrawing, NextSteps } from "./arrival.tsx";
import { OutsideSignIn } from "./outside-sign-in.tsx";

export interface ConfirmationData {
  /** Unknown where the account was created by a link. */
  firstName: string | undefined;
  username: string;
  /** `joined`: a profile was added to an existing account. */
  accountType: ProvenAccountType | "any" | "joined";
  nameLength: NameLength;
  /** Where the person signs in, for a brand with an external gateway. */
  outside?: HandOff | undefined;
}

/** The account exists: one button signs in. With a ticket, the page submits it automatically. */
export function ConfirmationScreen({
  data,
  handOff,
}: {
  data: WithFlowInfo<ConfirmationData>;
  handOff?: TicketHandOff | undefined;
}) {
  const t = useTranslate();
  const { firstName, username, accountType, nameLength } = data;
  const unnamed = accountType === "joined" ? "confirmation.title.joined" : "confirmation.title.any";
  return (
    <JourneyPage
      journey={data.journey}
      drawing={<ArrivalDrawing />}
      title={
        firstName === undefined ? (
          t(`registration:${unnamed}`)
        ) : (
          <RichText
            text="registration:confirmation.title"
            parts={{ name: <ShortName name={firstName} length={nameLength} /> }}
          />
        )
      }
      documentTitle={
        firstName === undefined
          ? t(`registration:${unnamed}`)
          : t("registration:confirmation.title", { name: shortenName(firstName, nameLength.narrow) })
      }
      lead={t(`registration:confirmation.${accountType}`)}
      leaves="nothing"
    >
      <DirectionIsolatedEmail label={t("registration:confirmation.username")} email={username} />
      <WayIn username={username} outside={data.outside} handOff={handOff} />
      <NextSteps isNew={accountType !== "any" && accountType !== "joined"} />
    </JourneyPage>
  );
}

function WayIn({
  username,
  outside,
  handOff,
}: Pick<ConfirmationData, "username" | "outside"> & { handOff: TicketHandOff | undefined }) {
  const t = useTranslate();
  if (outside !== undefined) return <OutsideSignIn handOff={outside} />;
  if (handOff !== undefined) return <HandOffForm {...handOff} />;
  return (
    <ScreenForm rules={{}}>
      <input type="hidden" name="email" value={username} />
      <Button busyText={t("registration:confirmation.busy")}>{t("registration:confirmation.enter")}</Button>
    </ScreenForm>
  );
}
