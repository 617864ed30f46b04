/** Signed messages, as the service sends them. */
import * as Redacted from "effect/Redacted"
import standardwebhooks from "standardwebhooks"

/** The example of Svix's documentation. */
export const secret = Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
export const otherSecret = Redacted.make(`whsec_${btoa("another secret of 24 byte")}`)

/** The time of the tests, in seconds. */
export const now = 1_700_000_000

export const userData = {
  id: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
  display_name: "Ada",
  primary_email: "ada@example.com",
  primary_email_verified: true,
  primary_email_auth_enabled: true,
  profile_image_url: null,
  signed_up_at_millis: 1_699_000_000_000,
  last_active_at_millis: 1_699_500_000_000,
  client_metadata: null,
  client_read_only_metadata: { some_key: 1 },
  server_metadata: null,
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  requires_totp_mfa: false,
  is_anonymous: false,
  is_restricted: false,
  restricted_reason: null,
  restricted_by_admin: false,
  restricted_by_admin_reason: null,
  restricted_by_admin_private_details: null,
  country_code: "GB",
  risk_scores: { sign_up: { bot: 0, free_trial_abuse: 1 } },
  oauth_providers: [{ id: "github", account_id: "1", email: null }],
  selected_team_id: null,
  selected_team: null
}

export const userCreated = JSON.stringify({ type: "user.created", data: userData })

export interface Message {
  readonly id?: string
  readonly seconds?: number
  readonly body?: string
  readonly secrets?: ReadonlyArray<Redacted.Redacted<string>>
  readonly family?: "svix" | "webhook"
}

/** Signs a message with one or several secrets. */
export const sign = ({ body = userCreated, id = "msg_1", seconds = now, secrets = [secret] }: Message = {}): string =>
  secrets.map((secret) => new standardwebhooks.Webhook(Redacted.value(secret)).sign(id, new Date(seconds * 1000), body))
    .join(" ")

/** Creates a message with headers. Overridden headers that are `undefined` are omitted. */
export const makeMessage = (message: Message = {}, overrides: Readonly<Record<string, string | undefined>> = {}) => {
  const { body = userCreated, family = "svix", id = "msg_1", seconds = now } = message
  const headers: Record<string, string | undefined> = {
    "content-type": "application/json",
    [`${family}-id`]: id,
    [`${family}-timestamp`]: String(seconds),
    [`${family}-signature`]: sign(message),
    ...overrides
  }
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { headers: Object.fromEntries(given), body }
}

/** Creates a web request with a message. */
export const makeRequest = (...args: Parameters<typeof makeMessage>): Request => {
  const { body, headers } = makeMessage(...args)
  return new Request("https://app.example.com/webhooks", { method: "POST", headers, body })
}
