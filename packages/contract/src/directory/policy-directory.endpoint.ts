import type { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import {
  directoryAnswer,
  findByEmailBody,
  findByIdBody,
  findByPersonBody,
  findByPolicyNumberBody,
} from "./policy-directory.schema.ts";

const common = {
  method: "POST",
  tag: "people",
  serviceOnly: true,
  answers: {
    200: {
      description: "All people who match, in a stable order; an empty list where nobody matches",
      body: directoryAnswer,
    },
  },
  errors: {
    401: { description: "No bearer token or client certificate, or an unknown one" },
    503: { description: "Temporarily unavailable; the query is sent once more" },
  },
} as const;

const query = <const Path extends string, Body extends z.ZodType>(path: Path, summary: string, body: Body) =>
  ({ ...common, path, summary, body }) as const;

/** All only read, and personal data is in bodies, never in URLs. */
export const policyDirectoryEndpoints = {
  findByEmail: query(
    "/people/find-by-email",
    "People with this e-mail and role. Leave out those of the legacy registry",
    findByEmailBody,
  ),
  findByPolicyNumber: query("/people/find-by-policy-number", "Everyone on a policy", findByPolicyNumberBody),
  findByPerson: query("/people/find-by-person", "All policies of one person", findByPersonBody),
  findById: query("/people/find-by-id", "The person on a policy with this id: one or none", findByIdBody),
} satisfies Record<string, Endpoint>;
