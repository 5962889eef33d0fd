/** Mount path of the provider, below the portal's origin. */
export const oidcPath = "/oidc";
/** Path to which a person returns after signing in for an application, followed by the id of the interaction. */
export const interactionPath = `${oidcPath}/interaction`;
