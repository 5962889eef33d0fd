import { useId } from "react";
import { Checkbox } from "../../../form/checkbox.tsx";
import { RichText } from "../../../i18n/rich-text.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";

/** Agreement to the terms of use, which open in a new tab to keep what was typed. */
export function TermsCheckbox({ address }: { address: string }) {
  const t = useTranslate();
  const newTab = useId();
  return (
    <>
      <Checkbox name="terms">
        <RichText
          text="registration:create.terms"
          parts={{
            terms: (
              <a href={address} target="_blank" rel="noopener" aria-describedby={newTab}>
                {t("registration:create.terms.link")}
              </a>
            ),
          }}
        />
      </Checkbox>
      {/* Outside the label, because clicking the checkbox does not open the new tab. */}
      <span id={newTab} hidden>
        {t("registration:create.terms.newTab")}
      </span>
    </>
  );
}
