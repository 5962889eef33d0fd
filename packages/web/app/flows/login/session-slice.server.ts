import { z } from "zod";
import { defineSlice } from "../../session/session-slice.server.ts";

/** Id, from the account lookup, of the login that was last handed to the gateway. */
export const gatewayHandoffIdSlice = defineSlice("gatewayHandoffId", z.string());

export const loginSlices = [gatewayHandoffIdSlice];
