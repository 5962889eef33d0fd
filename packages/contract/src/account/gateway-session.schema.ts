export const gatewaySessionHeader = "gateway-session";
