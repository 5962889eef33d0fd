import { Checkbox } from "../../../form/checkbox.tsx";
import { RichText } from "../../../visit/rich-text.tsx";
import { useSay } from "../../../visit/texts.tsx";

/** Agreement to the terms of use, which open beside the page: what was typed stays. */
export function TermsCheckbox({ address }: { address: string }) {
  const say = useSay();
  return (
    <Checkbox name="terms">
      <RichText
        text="registration:create.terms"
        parts={{
          terms: (
            <a href={address} target="_blank" rel="noopener">
              {say("registration:create.terms.link")}
              <span className="visually-hidden"> {say("registration:create.terms.newTab")}</span>
            </a>
          ),
        }}
      />
    </Checkbox>
  );
}
