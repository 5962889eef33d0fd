import { ButtonLink } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { useTranslate } from "../../../visit/texts.tsx";
import { useSerial } from "../../registration/parts/use-serial.ts";
import type { LegacyRefusal } from "../flow/legacy-refusal.ts";

/** No match, with what to compare and the attempts left; or an existing account, with the links to it. */
export function FindNotice({
  refusal,
  example,
}: {
  refusal: LegacyRefusal | undefined;
  /** A policy number with the length used in the chosen province. */
  example: string;
}) {
  const t = useTranslate();
  const serial = useSerial(refusal);
  if (refusal?.alert === "notFound")
    return (
      <Notice key={serial} tone="error" title={t("legacyRegistration:identification.notFound.title")} takesFocus>
        <p>{t("registrationError:POLICY_NUMBER_NOT_FOUND")}</p>
        <p>{t(example.length === 9 ? "registrationError:moreInfo.error.9" : "registrationError:moreInfo.error.8")}</p>
        {refusal.triesLeft === 1 ? <p>{t("registrationError:lastTry")}</p> : null}
      </Notice>
    );
  if (refusal?.alert !== "alreadyRegistered") return null;
  return (
    <Notice key={serial} tone="error" title={t("legacyRegistration:identification.known.title")} takesFocus>
      <p>{t("legacyRegistration:identification.known")}</p>
      <p>{t("registrationError:ACCOUNT_ALREADY_EXISTS.which")}</p>
      <div className="cluster">
        <ButtonLink kind="link" to="/">
          {t("registrationError:ACCOUNT_ALREADY_EXISTS.login")}
        </ButtonLink>
        <PostButton sends={{ method: "accountAddress" }}>
          {t("registrationError:ACCOUNT_ALREADY_EXISTS.find")}
        </PostButton>
      </div>
    </Notice>
  );
}
