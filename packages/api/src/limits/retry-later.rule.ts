/** A refusal by a limit that opens again by itself. */
export interface RetryLater {
  kind: "wait";
  retryAfterSeconds: number;
}

export function retryLater({ retryAfterSeconds }: Pick<RetryLater, "retryAfterSeconds">): RetryLater {
  return { kind: "wait", retryAfterSeconds };
}
