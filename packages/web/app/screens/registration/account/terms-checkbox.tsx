import { useId } from "react";
import { Checkbox } from "../../../form/checkbox.tsx";
import { RichText } from "../../../visit/rich-text.tsx";
import { useTranslate } from "../../../visit/texts.tsx";

/** Agreement to the terms of use, which open beside the page: what was typed stays. */
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
      {/* Outside of the label: the box is not what opens. */}
      <span id={newTab} hidden>
        {t("registration:create.terms.newTab")}
      </span>
    </>
  );
}
