// Runs the official client on a device whose clock is eleven minutes ahead of the service's. No request leaves the process.
import { StackClientApp } from "@stackframe/js"

const projectId = "11111111-2222-4333-8444-555555555555"
const userId = "9d5b0a3b-9a0f-4a11-8a52-62c34d2e9d5b"
const now = Date.now

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Returns an access token that is valid for ten minutes by the clock of the service. */
const accessToken = () => {
  const iat = Math.floor(now() / 1000)
  const claims = {
    sub: userId,
    iat,
    exp: iat + 600,
    iss: `http://127.0.0.1:1/api/v1/projects/${projectId}`,
    aud: projectId,
    project_id: projectId,
    branch_id: "main",
    refresh_token_id: userId,
    role: "authenticated",
    name: "Ada",
    email: "ada@example.com",
    email_verified: true,
    selected_team_id: null,
    signed_up_at: 0,
    is_anonymous: false,
    is_restricted: false,
    restricted_reason: null,
    requires_totp_mfa: false
  }
  return `${encode({ alg: "ES256" })}.${encode(claims)}.c2lnbmF0dXJl`
}

globalThis.fetch = async (input) => {
  const { pathname } = new URL(typeof input === "string" ? input : input.url)
  const body = pathname.endsWith("/auth/oauth/token")
    ? { access_token: accessToken(), refresh_token: "refresh", token_type: "Bearer", expires_in: 599 }
    : pathname.endsWith("/users/me")
    ? { id: userId, display_name: "Ada", primary_email: "ada@example.com", signed_up_at_millis: 0, oauth_providers: [] }
    : {}
  return new Response(JSON.stringify(body), {
    headers: { "content-type": "application/json", "x-stack-actual-status": "200", "x-hexclave-actual-status": "200" }
  })
}

const userOf = async () => {
  const app = new StackClientApp({
    baseUrl: "http://127.0.0.1:1",
    projectId,
    publishableClientKey: "pck_compare",
    noAutomaticPrefetch: true,
    tokenStore: { accessToken: null, refreshToken: "refresh" }
  })
  return await app.getUser().then((user) => user.displayName, (error) => error.message.split("\n")[0])
}

console.log("clock as the service's:", await userOf())
Date.now = () => now() + 11 * 60_000
console.log("clock 11 minutes ahead:", await userOf())
process.exit(0)
