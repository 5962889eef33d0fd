import { useEffect, useRef } from "react";
import { type FetcherWithComponents, useFetcher, useLocation } from "react-router";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useSay } from "../visit/texts.tsx";
import type { ChatFacts } from "./chat.server.ts";
import { ChatLink } from "./chat-link.tsx";
import type { FrameData } from "./frame-data.server.ts";
import { OpenState } from "./open-state.tsx";
import { ReferenceNumber } from "./reference-number.tsx";
import { CallWords, telephoneAddress } from "./telephone.tsx";
import { TelephoneNotes } from "./telephone-notes.tsx";

/** "Need help?" under every screen: telephone, today's hours, chat, and a number to read to the agent. */
export function HelpPanel({ help, webview }: { help: FrameData["help"]; webview: boolean }) {
  const say = useSay();
  return (
    <details className="help">
      <summary>
        <span>{say("frame:help.title")}</span>
      </summary>
      <HelpWays help={help} webview={webview} />
    </details>
  );
}

export interface HelpWaysProps {
  help: FrameData["help"];
  webview: boolean;
  /** A reference that was asked for without a script: shown in the place of the button. */
  made?: { reference?: string | undefined } | undefined;
}

export function HelpWays({ help, webview, made }: HelpWaysProps) {
  const asking = useFetcher<{ reference?: string }>();
  const answer = asking.data ?? made;
  return (
    <div className="help-ways">
      <TelephoneWay help={help} />
      {webview ? null : <ChatWay chat={help.chat} reference={answer?.reference} />}
      <SupportReference asking={asking} answer={answer} />
    </div>
  );
}

export function TelephoneWay({ help }: Pick<HelpWaysProps, "help">) {
  return (
    <div className="help-way">
      <Icon name="telephone" />
      <div>
        <a className="help-number figures unbroken" href={telephoneAddress(help.telephone)}>
          <CallWords number={help.telephone} />
        </a>
        <p className="quiet small">
          <TelephoneNotes hours={help.hours} callMinutes={help.callMinutes} />
        </p>
      </div>
    </div>
  );
}

function ChatWay({ chat, reference }: { chat: ChatFacts; reference: string | undefined }) {
  const say = useSay();
  const { url, hours } = chat;
  if (hours === undefined) return null;
  return (
    <div className="help-way">
      <Icon name="chat" />
      <div>
        {url === undefined ? null : <ChatLink to={withReference(url, reference)}>{say("frame:help.chat")}</ChatLink>}
        <p className="quiet small">
          <OpenState isOpen={url !== undefined}>{hours}</OpenState>
        </p>
      </div>
    </div>
  );
}

/** Whoever chats need not read out a number that was made. */
function withReference(chatUrl: string, reference: string | undefined): string {
  return reference === undefined ? chatUrl : `${chatUrl}&reference=${reference}`;
}

type MadeReference = HelpWaysProps["made"];

/** Made only when it is asked for: an agent finds the visit by it. */
function SupportReference({ asking, answer }: { asking: FetcherWithComponents<unknown>; answer: MadeReference }) {
  const say = useSay();
  const { pathname } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The number takes the place of the button that was pressed.
    if (asking.data !== undefined) place.current?.focus();
  }, [asking.data]);
  return (
    <div className="help-way">
      <Icon name="person" />
      <div ref={place} tabIndex={-1}>
        {answer === undefined ? (
          <asking.Form method="post" action="/help">
            <input type="hidden" name="page" value={pathname} />
            <Button kind="link" busyText={say("frame:help.making")}>
              {say("frame:help.reference")}
            </Button>
          </asking.Form>
        ) : (
          <ReferenceNumber reference={answer.reference} />
        )}
      </div>
    </div>
  );
}
