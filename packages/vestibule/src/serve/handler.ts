/** A part of the server that handles requests: the API, the gateway, the demo's pages. */
export interface Handler {
  fetch(request: Request, environment?: object): Response | Promise<Response>;
}

/** A handler that is not ready yet: `answerMeanwhile` responds until `open` sets the real one. */
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
