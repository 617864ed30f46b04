/** A service with constant responses, in a separate thread, so that the client has its core to itself. */
import { createServer } from "node:http"
import { parentPort } from "node:worker_threads"

const user = JSON.stringify({
  id: "3c1d5b9e-6f0a-4b7e-9d55-0a7c2a5c1f10",
  display_name: "Ada Example",
  primary_email: "ada@example.com",
  primary_email_verified: true,
  primary_email_auth_enabled: true,
  profile_image_url: null,
  signed_up_at_millis: 1750000000000,
  client_metadata: { theme: "dark" },
  client_read_only_metadata: null,
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  requires_totp_mfa: false,
  is_anonymous: false,
  oauth_providers: [],
  selected_team_id: null,
  selected_team: null
})

/** An unsigned access token, which is all a client reads; the newer claims are for the official one. */
const accessToken = (seconds: number): string => {
  const now = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  return [
    part({ alg: "none" }),
    part({ ...claims, iat: now, exp: now + seconds }),
    "signature"
  ].join(".")
}

const claims = {
  sub: "3c1d5b9e-6f0a-4b7e-9d55-0a7c2a5c1f10",
  iss: "http://127.0.0.1",
  aud: "11111111-2222-4333-8444-555555555555",
  project_id: "11111111-2222-4333-8444-555555555555",
  branch_id: "main",
  refresh_token_id: "0b7c8d86-4f3a-4b57-8f4e-4d6a5d1c2b3a",
  role: "authenticated",
  name: "Ada Example",
  email: "ada@example.com",
  email_verified: true,
  selected_team_id: null,
  signed_up_at: 1750000000,
  is_anonymous: false,
  is_restricted: false,
  restricted_reason: null,
  requires_totp_mfa: false
}

const signedIn = (seconds: number) =>
  JSON.stringify({
    access_token: accessToken(seconds),
    refresh_token: "refresh-token-of-the-benchmark",
    user_id: "3c1d5b9e-6f0a-4b7e-9d55-0a7c2a5c1f10"
  })

/** Requests by method and path. */
const counts: Record<string, number> = {}
/** The lifetime of a sign-in's access tokens; those of a refresh are valid for an hour. */
let lifetime = 3600

const server = createServer((request, response) => {
  const route = `${request.method} ${request.url}`
  counts[route] = (counts[route] ?? 0) + 1
  request.resume()
  request.on("end", () => {
    const body = request.url?.endsWith("/users/me")
      ? user
      : request.url?.endsWith("/auth/oauth/token")
      ? JSON.stringify({ access_token: accessToken(3600), token_type: "Bearer", expires_in: 3600 })
      : signedIn(lifetime)
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    response.end(body)
  })
})

export type ServiceMessage = { readonly port: number } | { readonly counts: Record<string, number> }
export type ServiceCommand = { readonly lifetime: number } | "counts"

parentPort!.on("message", (command: ServiceCommand) => {
  if (command === "counts") {
    parentPort!.postMessage({ counts: { ...counts } })
    for (const route in counts) delete counts[route]
  } else {
    lifetime = command.lifetime
  }
})
// A measurement blocks the event loop for longer than the default of 5 seconds, so that the client would use a closed connection.
server.keepAliveTimeout = 600_000

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the service has no port")
  parentPort!.postMessage({ port: address.port })
})
