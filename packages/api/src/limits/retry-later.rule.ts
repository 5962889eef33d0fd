/** A refusal by a limit that has room again later. */
export interface RetryLater {
  kind: "wait";
  retryAfterSeconds: number;
  /** Set where a code was sent a moment ago. */
  reason?: "codeJustSent";
}

export function retryLater({ retryAfterSeconds }: Pick<RetryLater, "retryAfterSeconds">): RetryLater {
  return { kind: "wait", retryAfterSeconds };
}
