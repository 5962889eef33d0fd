import { useSay } from "../../../visit/texts.tsx";
import { destinationOf } from "../../registration/verify/destination.rule.ts";

/** Whose account it is, as far as a link may show: the mask for the eye, its letters in words for the ear. */
export function MaskedAccount({ email }: { email: string }) {
  const say = useSay();
  return (
    <p className="own-address">
      <span className="quiet">{say("legacyRegistration:account.label")}</span>
      <strong className="address" aria-hidden="true">
        {email}
      </strong>
      <span className="visually-hidden">{useMaskInWords(email)}</span>
    </p>
  );
}

function useMaskInWords(email: string): string {
  const say = useSay();
  const mask = destinationOf({ type: "EMAIL", maskedValue: email });
  if (mask.kind !== "address") return email;
  const { initial } = mask;
  return "domain" in mask
    ? say("legacyRegistration:account.spoken", { initial, domain: mask.domain })
    : say("legacyRegistration:account.spoken.ending", { initial, ending: mask.ending });
}
