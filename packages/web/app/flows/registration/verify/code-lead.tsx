import { ScreenReaderText } from "../../../design/screen-reader-text.tsx";
import { RichText } from "../../../i18n/rich-text.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { useDestinationWords } from "./destination-words.tsx";
import type { VerifyCodeData } from "./verify-code-data.ts";

/** Where and when the code was sent; an e-mail that its owner typed is shown unmasked. */
export function CodeLead({ data }: { data: Pick<VerifyCodeData, "destination" | "sending" | "username"> }) {
  const t = useTranslate();
  const words = useDestinationWords(data.destination);
  if (data.sending === null) return t("registration:code.lead.pin");
  const time = data.sending.sentAt;
  if (data.username !== null)
    return (
      <RichText
        text="registration:code.lead.username"
        parts={{ email: <strong className="address">{data.username}</strong>, time }}
      />
    );
  const inWords = (destination: string) => t("registration:code.lead", { destination, time });
  return <ScreenReaderText visible={inWords(words.visible)} spoken={inWords(words.spoken)} />;
}
