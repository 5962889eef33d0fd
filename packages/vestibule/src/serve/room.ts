/** A part of the house that answers requests by itself: the API, the gateway, the demo's pages. */
export interface Room {
  fetch(request: Request, environment?: object): Response | Promise<Response>;
}

/** A room that is not ready yet: it asks to come again until `open` brings the real one. */
export function roomToCome(): Room & { open(room: Room): void } {
  let room: Room = { fetch: notYet };
  return {
    fetch: (request, environment) => room.fetch(request, environment),
    open: (real) => {
      room = real;
    },
  };
}

/** Both generations of the API read their own field of it. */
function notYet(): Response {
  const body = { error: "UNAVAILABLE", errorCode: 1503, message: "the service is starting" };
  return Response.json(body, { status: 503, headers: { "retry-after": "5" } });
}
