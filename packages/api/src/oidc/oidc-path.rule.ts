/** Mount path of the provider, below the portal's origin. */
export const oidcPath = "/oidc";
/** Path to which a person returns after signing in for an application, followed by the id of the interaction. */
export const interactionPath = `${oidcPath}/interaction`;

/** Path at which a browser opens the session that an application hands over. */
export const handoverPath = `${oidcPath}/handover`;

/** The provider's endpoints below its path. */
export const oidcPaths = {
  token: "/token",
  authorize: "/authorize",
  push: "/par",
  logout: "/logout",
  confirmLogout: "/logout/confirm",
} as const;
