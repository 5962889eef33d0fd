import { spellOut } from "@vestibule/wording/format.ts";
import { ScreenReaderText } from "../design/screen-reader-text.tsx";
import { useTranslate } from "../i18n/translate.tsx";

/** Texts with the keys `.text`, `.call`, `.email` and `.email.spoken`. */
type ContactText = "twoFactor:sent" | "twoFactor:other" | "account:second-factors.sent";

export interface MaskedContactProps {
  text: ContactText;
  method: "text" | "call" | "email";
  /** As the API shows it: •••-•••-••42, m•••@e•••.ca. */
  maskedRecipient: string;
  facts?: Readonly<Record<string, string>>;
}

/** A sentence with a contact that gets codes. Screen readers read no mask, and the digits of a number one by one. */
export function MaskedContact({ text, method, maskedRecipient, facts }: MaskedContactProps) {
  const t = useTranslate();
  if (method === "email") {
    const initial = maskedRecipient.slice(0, 1);
    return (
      <ScreenReaderText
        visible={t(`${text}.email`, { ...facts, email: maskedRecipient })}
        spoken={t(`${text}.email.spoken`, { ...facts, initial })}
      />
    );
  }
  const describe = (digits: string) => t(`${text}.${method}`, { ...facts, digits });
  const digits = maskedRecipient.slice(-2);
  return <ScreenReaderText visible={describe(digits)} spoken={describe(spellOut(digits))} />;
}
