/** A part of the house that answers requests by itself: the API, the gateway, the demo's pages. */
export interface Handler {
  fetch(request: Request, environment?: object): Response | Promise<Response>;
}

/** A room that is not ready yet: `answerMeanwhile` answers until `open` brings the real one. */
export function pendingHandler(
  answerMeanwhile: (request: Request) => Response,
): Handler & { open(room: Handler): void } {
  let room: Handler = { fetch: answerMeanwhile };
  return {
    fetch: (request, environment) => room.fetch(request, environment),
    open: (real) => {
      room = real;
    },
  };
}
