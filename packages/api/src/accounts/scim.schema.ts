import { z } from "zod";

export const scimSchemas = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  search: "urn:ietf:params:scim:api:messages:2.0:SearchRequest",
  patch: "urn:ietf:params:scim:api:messages:2.0:PatchOp",
} as const;

/** The attributes of a User that are read (RFC 7643, 4.1). */
export const scimUser = z.object({
  id: z.string().min(1).max(256),
  externalId: z.string().nullish(),
  userName: z.string(),
  active: z.boolean().nullish(),
  meta: z.object({ version: z.string().max(256).nullish() }).nullish(),
});
export type ScimUser = z.infer<typeof scimUser>;

/** A ListResponse (RFC 7644, 3.4.2); `Resources` is absent where nothing was found. */
export const scimList = z.object({ totalResults: z.int(), Resources: z.array(scimUser).max(10).default([]) });

/** An Error (RFC 7644, 3.12). */
export const scimError = z.object({ scimType: z.string().optional() });
