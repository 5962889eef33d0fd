import { puzzleIds } from "@vestibule/catalogue/puzzle.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { errorResponses, unavailable, unknownApiKey } from "../error-response.ts";
import { puzzle } from "./puzzle.schema.ts";

/** A request with a solved puzzle counts in a second allowance of its client IP’s limit. */
export const puzzleEndpoints = {
  issue: {
    method: "GET",
    path: "/api/v1/puzzles/{form}",
    tag: "puzzles",
    summary: "Get the puzzle that is asked before a form",
    description:
      "Asked only where a limit of the client IP on the way of the form is half full; where the header trusted-device names a browser that signed in before, only where it is full. The key of a counter is PBKDF2 over the 16 bytes of `nonce` and the counter as 32 bits, with `salt` and `cost` iterations. The right counter is the first whose key starts with `keyPrefix`. The solution is sent in the header puzzle-solution, once, with the call of the form: JSON of `{ challenge, solution: { counter, derivedKey } }` in base64.",
    params: z.object({ form: z.enum(puzzleIds) }),
    responses: {
      200: { description: "Asked: the puzzle", body: puzzle },
      204: { description: "No puzzle is asked" },
    },
    errors: errorResponses({
      403: unknownApiKey,
      404: "1404: unknown form",
      503: unavailable,
      530: "1530: planned maintenance; `until` is its end, where known",
    }),
  },
} as const satisfies Record<string, Endpoint>;
