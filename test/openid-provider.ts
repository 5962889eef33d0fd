import { createHash, randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { loopbackServer } from "./loopback-server.ts";

/** Values of the role claim, by role. */
export const testRoles = {
  read: "vestibule-read",
  act: "vestibule-act",
  look: "vestibule-look",
  edit: "vestibule-edit",
  publish: "vestibule-publish",
  operate: "vestibule-operate",
};

export const openIdClient = { clientId: "vestibule", clientSecret: "the-secret-that-the-provider-gave" };

/** Deviations of the next ID token from a valid one. */
export interface IdTokenChange {
  claims?: JWTPayload;
  /** Signs with a key that the provider does not publish. */
  isForged?: true;
  expiresAt?: string;
}

interface IssuedCode {
  nonce: string;
  challenge: string;
  redirectUri: string;
  change: IdTokenChange;
}

/** Issues and redeems authorization codes. Each can be used once and requires PKCE with S256. */
function authorizationCodes() {
  const codes = new Map<string, IssuedCode>();
  return {
    /** Returns the redirect URL after the agent has signed in at the provider. */
    authorize: (asked: URLSearchParams, change: IdTokenChange): string => {
      const code = randomBytes(16).toString("base64url");
      const redirectUri = asked.get("redirect_uri") ?? "";
      const nonce = asked.get("nonce") ?? "";
      const challenge = asked.get("code_challenge") ?? "";
      codes.set(code, { nonce, challenge, redirectUri, change });
      const callback = new URL(redirectUri);
      callback.search = String(new URLSearchParams({ code, state: asked.get("state") ?? "" }));
      return callback.href;
    },
    redeem: (body: URLSearchParams): IssuedCode | undefined => {
      const code = body.get("code") ?? "";
      const issued = codes.get(code);
      codes.delete(code);
      const challenge = createHash("sha256")
        .update(body.get("code_verifier") ?? "")
        .digest("base64url");
      return issued?.challenge === challenge && issued.redirectUri === body.get("redirect_uri") ? issued : undefined;
    },
  };
}

function isClient(authorization: string | undefined): boolean {
  const { clientId, clientSecret } = openIdClient;
  const given = Buffer.from(authorization?.replace("Basic ", "") ?? "", "base64").toString();
  return given.split(":").map(decodeURIComponent).join(":") === `${clientId}:${clientSecret}`;
}

function idTokenFor({ nonce, change: { claims, expiresAt = "5m" } }: IssuedCode, issuer: string): SignJWT {
  return new SignJWT({ sub: "amelie", roles: ["vestibule-act"], nonce, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "newest" })
    .setIssuer(claims?.iss ?? issuer)
    .setAudience((claims?.aud as string | undefined) ?? openIdClient.clientId)
    .setIssuedAt()
    .setExpirationTime(expiresAt);
}

export async function openIdProvider() {
  const published = await generateKeyPair("RS256");
  const other = await generateKeyPair("RS256");
  const codes = authorizationCodes();
  let change: IdTokenChange = {};
  let isDown = false;
  const authorize = (asked: URLSearchParams) => codes.authorize(asked, change);

  async function token(body: URLSearchParams, authorization: string | undefined) {
    if (!isClient(authorization)) return { status: 401, body: { error: "invalid_client" } };
    const issued = codes.redeem(body);
    if (issued === undefined) return { status: 400, body: { error: "invalid_grant" } };
    const { privateKey } = issued.change.isForged ? other : published;
    const id_token = await idTokenFor(issued, issuer).sign(privateKey);
    return { status: 200, body: { access_token: "unused", token_type: "Bearer", expires_in: 300, id_token } };
  }

  const { origin: issuer, close } = await loopbackServer(async ({ url, headers, body }, response) => {
    const { pathname, searchParams } = new URL(url, issuer);
    const send = (status: number, passkeyResponse: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(passkeyResponse));
    if (isDown) return response.writeHead(503).end();
    if (pathname === "/.well-known/openid-configuration")
      return send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        code_challenge_methods_supported: ["S256"],
      });
    if (pathname === "/keys")
      return send(200, { keys: [{ ...(await exportJWK(published.publicKey)), kid: "newest", alg: "RS256" }] });
    if (pathname === "/authorize") return response.writeHead(302, { location: authorize(searchParams) }).end();
    const passkeyResponse = await token(new URLSearchParams(body), headers.authorization);
    send(passkeyResponse.status, passkeyResponse.body);
  });

  return {
    issuer,
    signIn: (url: string) => new URL(authorize(new URL(url).searchParams)),
    issueNext: (next: IdTokenChange) => {
      change = next;
    },
    setDown: (down: boolean) => {
      isDown = down;
    },
    stop: close,
  };
}
