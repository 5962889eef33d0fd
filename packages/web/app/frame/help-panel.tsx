import { telephoneLink } from "@vestibule/wording/format.ts";
import { useFetcher, useLocation } from "react-router";
import { Icon } from "../design/icon.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import type { ChatFacts } from "./chat.server.ts";
import { ChatLink } from "./chat-link.tsx";
import { addFactsToChatUrl, type ChatOpening } from "./chat-url.rule.ts";
import type { FrameData } from "./frame-data.server.ts";
import { type CreatedReference, ReferenceOnDemand } from "./reference-on-demand.tsx";
import { CallWords, OpenState, TelephoneNotes } from "./telephone.tsx";

/** "Need help?" under every screen: telephone, today's hours, chat, and a reference number for the agent. */
export function HelpPanel({ help, webview }: { help: FrameData["help"]; webview: boolean }) {
  const t = useTranslate();
  return (
    <details className="help">
      <summary>
        <span>{t("frame:help.title")}</span>
      </summary>
      <ContactOptions help={help} webview={webview} />
    </details>
  );
}

export interface ContactOptionsProps {
  help: FrameData["help"];
  webview: boolean;
  /** The reference that a form without a script has created; shown instead of the button. */
  created?: CreatedReference | undefined;
}

export function ContactOptions({ help, webview, created }: ContactOptionsProps) {
  const { pathname } = useLocation();
  const fetcher = useFetcher<CreatedReference>();
  const result = fetcher.data ?? created;
  return (
    <div className="help-options">
      <TelephoneContact help={help} />
      {webview ? null : <ChatContact chat={help.chat} chatFacts={{ reference: result?.reference }} />}
      <div className="help-option">
        <Icon name="reference" />
        <ReferenceOnDemand fetcher={fetcher} page={pathname} created={created} />
      </div>
    </div>
  );
}

export function TelephoneContact({ help }: Pick<ContactOptionsProps, "help">) {
  return (
    <div className="help-option">
      <Icon name="telephone" />
      <div>
        <a className="help-number figures unbroken" href={telephoneLink(help.telephone)}>
          <CallWords number={help.telephone} />
        </a>
        <p className="quiet small">
          <TelephoneNotes hours={help.hours} callMinutes={help.callMinutes} />
        </p>
      </div>
    </div>
  );
}

export function ChatContact({ chat, chatFacts }: { chat: ChatFacts; chatFacts: ChatOpening }) {
  const t = useTranslate();
  const { url, hours } = chat;
  if (hours === undefined) return null;
  return (
    <div className="help-option">
      <Icon name="chat" />
      <div>
        {url === undefined ? null : <ChatLink to={addFactsToChatUrl(url, chatFacts)}>{t("frame:help.chat")}</ChatLink>}
        <p className="quiet small">
          <OpenState isOpen={url !== undefined}>{hours}</OpenState>
        </p>
      </div>
    </div>
  );
}
