import type { LoaderFunctionArgs } from "react-router";
import { textsFor } from "../../../visit/page-texts.server.ts";
import { visitContext } from "../../../visit/visit.ts";
import { toIdentification } from "../flow/question-page.server.ts";
import type { EmailSentData } from "./email-sent.screen.tsx";

/** Opens to the browser in which the address was typed. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const visit = context.get(visitContext);
  const { mailedLink } = visit.session;
  if (mailedLink === undefined) throw toIdentification(url);
  const { email, said } = mailedLink;
  delete mailedLink.said;
  const data: EmailSentData = { email, said };
  return { ...data, texts: textsFor(visit, ["legacyRegistration", "link"]) };
}
