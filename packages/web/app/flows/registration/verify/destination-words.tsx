import { spellOut } from "@vestibule/wording/format.ts";
import { ScreenReaderText } from "../../../design/screen-reader-text.tsx";
import type { Destination } from "../../../form/destination.rule.ts";
import { useTranslate } from "../../../i18n/translate.tsx";

/** Where a code is sent: `seen` is masked, `heard` is the text for screen readers. */
export function useDestinationWords(destination: Destination): { seen: string; heard: string } {
  const t = useTranslate();
  if (destination.kind === "pin") return { seen: "", heard: "" };
  if (destination.kind === "number") {
    const inWords = (digits: string) => t("registration:journey.number", { digits });
    return { seen: inWords(destination.digits), heard: inWords(spellOut(destination.digits)) };
  }
  const { initial, masked } = destination;
  const heard =
    "domain" in destination
      ? t("registration:journey.address", { initial, domain: destination.domain })
      : t("registration:journey.address.ending", { initial, ending: destination.ending });
  return { seen: t("registration:journey.mask", { address: masked }), heard };
}

export function DestinationWords({ destination }: { destination: Destination }) {
  return <ScreenReaderText {...useDestinationWords(destination)} />;
}
