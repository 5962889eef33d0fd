/** Where the provider is mounted, below the portal's origin. */
export const oidcPath = "/oidc";
/** Where a person returns to after signing in for an application, followed by the id of the interaction. */
export const interactionPath = `${oidcPath}/interaction`;
