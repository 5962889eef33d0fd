/** Header with the id of a session at the built-in gateway. */
export const gatewaySessionHeader = "gateway-session";
