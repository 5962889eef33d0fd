import type { Destination } from "../../../form/destination.rule.ts";
import type { FieldRules } from "../../../form/form-values.ts";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { DestinationWords } from "./destination-words.tsx";

export const optionRules: FieldRules = { codeOption: (value) => (value === "" ? { key: "required" } : undefined) };

interface OptionCardsProps {
  options: readonly { id: string; destination: Destination }[];
  /** An extra card for a person who can use none of them. */
  none?: { id: string; label: string; help: string } | undefined;
}

/** Contact methods for a code, each a card; a single one is preselected. */
export function OptionCards({ options, none }: OptionCardsProps) {
  const t = useTranslate();
  const cards = options.map(({ id, destination }) => ({
    value: id,
    label: t(`registration:options.${destination.kind}`),
    help:
      destination.kind === "pin" ? t("registration:options.pin.help") : <DestinationWords destination={destination} />,
  }));
  const last = none === undefined ? [] : [{ value: none.id, label: none.label, help: none.help }];
  const [only] = cards.length === 1 && none === undefined ? cards : [];
  return (
    <RadioCards
      name="codeOption"
      label={t("registration:options.label")}
      options={[...cards, ...last]}
      {...(only && { defaultValue: only.value })}
    />
  );
}
