import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { Button } from "../../../design/button.tsx";
import { OwnAddress } from "../../../design/own-address.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { RichText } from "../../../visit/rich-text.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { OnJourney } from "../flow/journey-facts.ts";
import { JourneyPage } from "../parts/journey-page.tsx";
import { type NameLength, ShortName } from "../parts/short-name.tsx";
import { type HandOff, HandOffForm } from "./hand-off-form.tsx";

export interface ConfirmationData {
  firstName: string;
  username: string;
  accountType: AccountType;
  nameLength: NameLength;
}

/** The account is there: one button goes in. With a ticket in hand the page passes it on by itself. */
export function ConfirmationScreen({
  data,
  handOff,
}: {
  data: OnJourney<ConfirmationData>;
  handOff?: HandOff | undefined;
}) {
  const say = useSay();
  const { firstName, username, accountType, nameLength } = data;
  return (
    <JourneyPage
      journey={data.journey}
      title={
        <RichText
          text="registration:confirmation.title"
          parts={{ name: <ShortName name={firstName} length={nameLength} /> }}
        />
      }
      documentTitle={say("registration:confirmation.title", { name: shortenName(firstName, nameLength.narrow) })}
      lead={say(`registration:confirmation.${accountType}`)}
      leaves="nothing"
    >
      <OwnAddress label={say("registration:confirmation.username")} email={username} />
      {handOff === undefined ? (
        <ScreenForm rules={{}}>
          <input type="hidden" name="email" value={username} />
          <Button busyText={say("registration:confirmation.busy")}>{say("registration:confirmation.enter")}</Button>
        </ScreenForm>
      ) : (
        <HandOffForm {...handOff} />
      )}
    </JourneyPage>
  );
}
