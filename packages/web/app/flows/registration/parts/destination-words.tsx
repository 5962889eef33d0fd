import { spellOut } from "@vestibule/wording/format.ts";
import { ScreenReaderText } from "../../../design/screen-reader-text.tsx";
import type { Destination } from "../../../form/destination.rule.ts";
import { useTranslate } from "../../../i18n/translate.tsx";

/** Where a code is sent: `visible` is masked, `spoken` is the text for screen readers. */
export function useDestinationWords(destination: Destination): { visible: string; spoken: string } {
  const t = useTranslate();
  if (destination.kind === "pin") return { visible: "", spoken: "" };
  if (destination.kind === "number") {
    const describe = (digits: string) => t("registration:journey.number", { digits });
    return { visible: describe(destination.digits), spoken: describe(spellOut(destination.digits)) };
  }
  const { initial, masked } = destination;
  const spoken =
    "domain" in destination
      ? t("registration:journey.email", { initial, domain: destination.domain })
      : t("registration:journey.email.ending", { initial, ending: destination.ending });
  return { visible: t("registration:journey.mask", { email: masked }), spoken };
}

export function DestinationWords({ destination }: { destination: Destination }) {
  return <ScreenReaderText {...useDestinationWords(destination)} />;
}
