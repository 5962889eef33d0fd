import { ButtonLink } from "../../../../design/button.tsx";
import type { Destination } from "../../../../form/destination.rule.ts";
import { useTranslate } from "../../../../i18n/translate.tsx";
import type { ContactPage } from "../../../../roadblock/action-path.table.ts";
import { CodeForm } from "../../verify/code-form.tsx";
import { CodeLead } from "../../verify/code-lead.tsx";
import { CodeStatus } from "../../verify/code-status.tsx";
import { RegistrationTroubleshooting } from "../../verify/registration-troubleshooting.tsx";
import type { VerifyCodeData } from "../../verify/verify-code-data.ts";
import { type LegacyJourney, resendPath } from "../flow/legacy-journey.ts";
import { LegacyNotice, type LegacyRefusal } from "../parts/legacy-notice.tsx";
import { LegacyPage } from "../parts/legacy-page.tsx";

export interface LegacyCodeData extends Omit<VerifyCodeData, "otherOptions"> {
  journey: LegacyJourney;
  /** URL where another method is chosen; null where there is none. */
  otherWaysAt: string | null;
  /** URL where the typed e-mail is changed; null for the one on file, or where no other code can be sent. */
  changesAddressAt: string | null;
}

const titles = { pin: "code.title.pin", number: "code.title", address: "code.title" } as const;
const contactPages: Record<Destination["kind"], ContactPage | undefined> = {
  number: "legacyText",
  address: "legacyEmail",
  pin: undefined,
};

/** Asks for the code of a text message or e-mail, or for a PIN. */
export function LegacyCodeScreen({ data, refusal }: { data: LegacyCodeData; refusal?: LegacyRefusal | undefined }) {
  const t = useTranslate();
  const { journey, destination, username, sending, changesAddressAt, otherWaysAt } = data;
  const isTyped = username !== null;
  return (
    <LegacyPage
      journey={journey}
      title={t(`registration:${isTyped ? "code.title.username" : titles[destination.kind]}`)}
      lead={<CodeLead data={{ destination, username, sending }} />}
    >
      <CodeStatus flash={journey.flash} sending={sending} resend={resendPath} />
      <LegacyNotice refusal={refusal} />
      <CodeForm data={data} refusal={refusal} />
      <RegistrationTroubleshooting
        data={data}
        resend={resendPath}
        flow="legacy"
        from={isTyped ? undefined : contactPages[destination.kind]}
      >
        {changesAddressAt === null ? null : (
          <ButtonLink kind="link" to={changesAddressAt}>
            {t("registration:code.changeAddress")}
          </ButtonLink>
        )}
        {otherWaysAt === null ? null : (
          <ButtonLink kind="link" to={otherWaysAt}>
            {t("registration:code.otherWay")}
          </ButtonLink>
        )}
      </RegistrationTroubleshooting>
    </LegacyPage>
  );
}
