import { endpointGroups } from "@vestibule/contract/endpoints.ts";

export const endpoints = Object.entries(endpointGroups).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);
