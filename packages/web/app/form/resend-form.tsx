import { useEffect, useId, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { BusyContext, Button, type ButtonKind } from "../design/button.tsx";
import { useReady } from "../design/ready.ts";
import { useTranslate } from "../i18n/translate.tsx";
import { PostForm } from "./post-form.tsx";

const minLoaderMilliseconds = 1000;

export interface ResendWait {
  seconds: number;
  /** Identifies the newest message; the wait restarts when it changes. */
  since: string;
  /** Text with the time of day from which a resend is possible, never a countdown. */
  words: string;
}

export interface ResendFormProps {
  action: string;
  label: string;
  /** Absent when a resend is possible at once. */
  wait?: ResendWait;
  kind?: ButtonKind;
}

const noWait: ResendWait = { seconds: 0, since: "", words: "" };

/**
 * Form that requests another message. It is disabled during the wait, and shows its busy text for at least a second.
 */
export function ResendForm({ action, label, wait = noWait, kind = "quiet" }: ResendFormProps) {
  const t = useTranslate();
  const navigation = useNavigation();
  const isSending = useForAtLeast(navigation.formAction === action, minLoaderMilliseconds);
  const waitId = useId();
  const waits = useWaiting(wait);
  // Without a script the button could not be enabled again; the server rejects a request that comes too soon.
  const isHeld = useReady() && waits;
  const [presses, setPresses] = useState(0);
  return (
    <BusyContext value={isSending}>
      <PostForm
        className="step-form"
        action={action}
        preventScrollReset
        onSubmit={(event) => {
          if (isSending || isHeld) event.preventDefault();
          setPresses(isHeld ? presses + 1 : 0);
        }}
      >
        <Button kind={kind} busyText={t("common:sending")} disabledBy={isHeld ? waitId : undefined}>
          {label}
        </Button>
      </PostForm>
      <div className="region" role="status">
        {waits ? (
          // A new key makes screen readers announce the text again after each early press.
          <p key={presses} className={presses === 0 ? "quiet small" : "small"} id={waitId}>
            {wait.words}
          </p>
        ) : null}
      </div>
    </BusyContext>
  );
}

/** True while `isActive`, and at least for the given time after it became true. */
function useForAtLeast(isActive: boolean, milliseconds: number): boolean {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isActive) return;
    setHeld(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld(false), milliseconds);
  }, [isActive, milliseconds]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return isActive || isHeld;
}

/** True until the wait is over; a new message restarts it. */
function useWaiting({ seconds, since }: ResendWait): boolean {
  const wait = `${since} ${seconds}`;
  const [finished, setFinished] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setFinished(wait), seconds * 1000);
    return () => clearTimeout(timer);
  }, [wait, seconds]);
  return seconds > 0 && finished !== wait;
}
