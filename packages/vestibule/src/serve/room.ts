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

const notYet = () => comeAgain("the service is starting");

/** Asks a program to come again in some seconds. Both generations of the API read their own field of it. */
export function comeAgain(message: string): Response {
  const body = { error: "UNAVAILABLE", errorCode: 1503, message };
  return Response.json(body, { status: 503, headers: { "retry-after": "5" } });
}
