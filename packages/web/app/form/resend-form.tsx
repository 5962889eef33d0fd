import { useEffect, useId, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { BusyContext, Button } from "../design/button.tsx";
import { useSay } from "../visit/texts.tsx";

const shortestLoaderMilliseconds = 1000;

export interface ResendFormProps {
  /** Where the form posts. */
  action: string;
  label: string;
  /** Says how long until another may be asked for. */
  wait: (seconds: number) => string;
  waitSeconds: number;
  /** Changes with each message: the wait begins anew. */
  sentAt: string;
}

/** Asks for another message, at most every so often; says so meanwhile, and that it is on its way for a second at least. */
export function ResendForm({ action, label, wait, waitSeconds, sentAt }: ResendFormProps) {
  const say = useSay();
  const navigation = useNavigation();
  const isSending = useForAtLeast(navigation.formAction === action, shortestLoaderMilliseconds);
  const waitId = useId();
  const secondsLeft = useSecondsLeft(waitSeconds, sentAt);
  return (
    <BusyContext value={isSending}>
      <Form
        className="step-form"
        method="post"
        action={action}
        preventScrollReset
        onSubmit={(event) => {
          if (isSending || secondsLeft > 0) event.preventDefault();
        }}
      >
        <Button kind="quiet" busyText={say("common:sending")} describedBy={secondsLeft === 0 ? undefined : waitId}>
          {label}
        </Button>
      </Form>
      {secondsLeft === 0 ? null : (
        <p className="quiet small figures" id={waitId}>
          {wait(secondsLeft)}
        </p>
      )}
    </BusyContext>
  );
}

/** True while something goes on, and until a stretch of time has passed since it began. */
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

/** Counts down from what the server said; begins anew with each code. */
function useSecondsLeft(seconds: number, since: string): number {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new code of the same wait begins anew as well
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const ticking = setInterval(tick, 500);
    const stop = setTimeout(() => clearInterval(ticking), seconds * 1000 + 1000);
    return () => {
      clearInterval(ticking);
      clearTimeout(stop);
    };
  }, [seconds, since]);
  return left;
}
