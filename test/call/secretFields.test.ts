/** Every description, with a secret in every secret field: no outcome of a call shows its content. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { TransportFailure, type TransportRequest, type TransportResponse } from "latchkey"
import { Admin } from "latchkey/admin"
import { call } from "../../src/call/call.ts"
import type { Any } from "../../src/wire/Endpoint.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { classes } from "../support/classes.ts"
import { assertNothingShows, echo, hostile, issuing, layer, mark } from "../support/echo.ts"
import { everything } from "../support/exposure.ts"
import { inputsOf, places, placesOf, samplesOf, statusOf } from "../support/samples.ts"
import { inGenerationOf, response } from "../support/Wire.ts"

/** Every endpoint except those that redirect a browser, which no client calls. */
const called = endpoints.filter(({ status }) => status < 300)

const isSecret = new Set(
  places.filter(({ isRedacted }) => isRedacted).map(({ endpoint, part, path }) => `${endpoint} ${part} ${path}`)
)

/** The content of a field: a secret with every character that some encoding escapes, or a harmless string. */
const textOf = (endpoint: Any, part: string, path: string): string =>
  isSecret.has(`${endpoint.id} ${part} ${path}`) ? `${path} "ü" <${mark}> & 'x' \\ + / % ?=` : "harmless"

/** The name of a field, and of its resource. */
const nameOf = ({ endpoint, path }: { readonly endpoint: string; readonly path: string }): string =>
  `${endpoint.slice(0, endpoint.indexOf("."))} ${path.split(".").at(-1)}`

const inBrowsers = "it is in the bundle of every client"
const masked = "four characters of a key that has many more"
const isId = "an id lets nobody in"
const address = "an e-mail address"
const publicKeyCryptography = "proves nothing without the private key, or the code that goes with it"
const providerName = "the name of a kind or a way, not what it is of"

/** Readable fields whose names sound like secrets, and the reason. */
const readable: Readonly<Record<string, string>> = {
  "admin handler_path": "a path",
  "contactChannels value": address,
  "config keys[]": "names of settings",
  "internalApiKeys api_key_id": isId,
  "internalApiKeys last_four": masked,
  "internalApiKeys publishable_client_key": inBrowsers,
  "internalProjects handler_path": "a path",
  "oauth client_secret": inBrowsers,
  "oauth code_challenge": "the hash of a secret that the program keeps",
  "oauth code_challenge_method": providerName,
  "oauth state": "it stands in the addresses that the browser shows, and has to",
  "oauth token_type": providerName,
  "passkey attestationObject": publicKeyCryptography,
  "passkey authenticatorData": publicKeyCryptography,
  "passkey challenge": publicKeyCryptography,
  "passkey clientDataJSON": publicKeyCryptography,
  "passkey publicKey": publicKeyCryptography,
  "passkey signature": publicKeyCryptography,
  "passkey userHandle": isId,
  "passkey user_handle": isId,
  "sessions countryCode": "a country",
  "sessions regionCode": "a region",
  "metrics country_code": "a country",
  "projects handler_path": "a path",
  "teamMemberProfiles country_code": "a country",
  "users country_code": "a country",
  "teamApiKeys api_key_id": isId,
  "teamApiKeys last_four": masked,
  "userApiKeys api_key_id": isId,
  "userApiKeys last_four": masked
}

const sounds =
  /token|key|code|secret|passw|nonce|totp|value|four|challenge|verifier|state|signature|hash|proof|assertion|attestation|authenticator|clientData|handle|pin\b|otp\b|seed|jwt/i

describe("secret fields", () => {
  it("are redacted, except those with a documented reason", () => {
    const found = places.filter(({ isRedacted, path }) => !isRedacted && sounds.test(path.split(".").at(-1)!))
    assert.deepStrictEqual([...new Set(found.map(nameOf))].toSorted(), Object.keys(readable).toSorted())
  })

  it("are these, in requests and in responses", () => {
    const count = (part: (name: string) => boolean) =>
      places.filter((place) => place.isRedacted && part(place.part)).length
    assert.deepStrictEqual(
      [...new Set(places.filter(({ isRedacted }) => isRedacted).map(nameOf))].toSorted(),
      secretNames.toSorted()
    )
    assert.isAtLeast(count((part) => part !== "success"), 38)
    assert.isAtLeast(count((part) => part === "success"), 40)
  })

  it("of errors are only the attempt code", () => {
    const details = classes.flatMap(({ code, details }) =>
      details === undefined ? [] : placesOf(code, "details", details)
    )
    assert.deepStrictEqual(
      details.filter(({ isRedacted }) => isRedacted).map(({ endpoint, path }) => `${endpoint} ${path}`),
      ["MULTI_FACTOR_AUTHENTICATION_REQUIRED attempt_code"]
    )
    assert.deepStrictEqual(
      details.filter(({ isRedacted, path }) => !isRedacted && sounds.test(path)).map(({ endpoint, path }) =>
        `${endpoint} ${path}`
      ),
      [
        // The cause of a failed ceremony, the id of a session, an email address, and the error code of a newer service.
        "PASSKEY_WEBAUTHN_ERROR code",
        "ACCESS_TOKEN_EXPIRED refresh_token_id",
        "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE contact_channel_value",
        "UNSUPPORTED_ERROR originalErrorCode"
      ]
    )
  })
})

/** The redacted fields. Add each new one here. */
const secretNames = [
  "admin client_secret",
  "admin password",
  "anonymous access_token",
  "anonymous refresh_token",
  "cli access_token",
  "cli anon_refresh_token",
  "cli login_code",
  "cli polling_code",
  "cli refresh_token",
  "config config_override_string",
  "config config_string",
  "connectedAccounts access_token",
  "contactChannels code",
  "emails password",
  "internalApiKeys secret_server_key",
  "internalApiKeys super_secret_admin_key",
  "internalProjects client_secret",
  "internalProjects password",
  "mfa access_token",
  "mfa code",
  "mfa refresh_token",
  "mfa totp",
  "oauth access_token",
  "oauth bot_challenge_token",
  "oauth code",
  "oauth code_verifier",
  "oauth id_token",
  "oauth location",
  "oauth redirect_url",
  "oauth refresh_token",
  "oauth token",
  "otp access_token",
  "otp bot_challenge_token",
  "otp code",
  "otp nonce",
  "otp refresh_token",
  "passkey access_token",
  "passkey code",
  "passkey refresh_token",
  "password access_token",
  "password bot_challenge_token",
  "password code",
  "password new_password",
  "password old_password",
  "password password",
  "password refresh_token",
  "sessions access_token",
  "sessions refresh_token",
  "teamApiKeys api_key",
  "teamApiKeys value",
  "teamInvitations code",
  "userApiKeys api_key",
  "userApiKeys value",
  "users password",
  "users password_hash",
  "users totp_secret_base64",
  "webhooks token"
]

const callWith = (endpoint: Any, input: unknown) =>
  // Sound: the input consists of samples of the endpoint's codecs.
  Effect.flatMap(Admin.Admin, ({ caller }) => call(inGenerationOf(caller, endpoint), endpoint, input as never))

/** Runs every input of an endpoint against a server, and asserts each outcome and that no secret is shown. */
const shows = (
  endpoint: Any,
  answer: (request: TransportRequest) => TransportResponse | TransportFailure,
  endsAs: string
) =>
  Effect.gen(function*() {
    const seen: Array<string> = []
    const recorded = (request: TransportRequest) => {
      seen.push(echo(request))
      return answer(request)
    }
    for (const input of inputsOf(endpoint, (part, path) => textOf(endpoint, part, path))) {
      const effect = callWith(endpoint, input)
      yield* Effect.gen(function*() {
        const exit = yield* Effect.exit(effect)
        const found = Exit.isFailure(exit) ? Exit.findErrorOption(exit) : undefined
        // Sound: every failure of a call has a tag, and an ApiError has a reason.
        const error = (found?._tag === "Some" ? found.value : undefined) as
          | { readonly _tag: string; readonly reason?: { readonly _tag: string } }
          | undefined
        const failure = error?.reason?._tag ?? error?._tag ?? "a defect"
        assert.strictEqual(Exit.isSuccess(exit) ? "Success" : failure, endsAs)
        assertNothingShows(yield* everything(effect))
      }).pipe(Effect.provide(layer(endpoint.encoding === "json" ? issuing(recorded) : recorded)))
    }
    // It is meaningful only if the request contains a secret.
    if (endpoint.encoding === "json") assert.isTrue(seen.some((text) => text.includes(mark)))
  })

const text = { "content-type": "text/plain" }

for (const endpoint of called) {
  describe(endpoint.id, () => {
    it.effect("shows no secret of its response", () =>
      Effect.gen(function*() {
        for (const body of samplesOf(endpoint.success, (path) => textOf(endpoint, "success", path))) {
          const answered = typeof body === "string"
            ? response(200, body, text)
            : response(statusOf(endpoint, body), body)
          yield* shows(endpoint, () => answered, "Success")
        }
      }))

    it.effect("shows no secret of an invalid response", () =>
      Effect.gen(function*() {
        for (const body of samplesOf(endpoint.success, (path) => textOf(endpoint, "success", path))) {
          for (const broken of brokenOf(body)) yield* shows(endpoint, () => response(200, broken), "InvalidResponse")
        }
        yield* shows(endpoint, (request) => response(200, echo(request)), "InvalidResponse")
      }), 120_000)

    it.effect("shows no secret in any error that it declares", () =>
      Effect.gen(function*() {
        for (const known of endpoint.errors) {
          // A new access token that is refused as expired again means that the clocks differ.
          yield* shows(endpoint, hostile(known), known.tag)
        }
      }))

    it.effect("shows no secret in a refusal", () =>
      Effect.gen(function*() {
        yield* shows(endpoint, (request) => response(400, echo(request)), "RequestRefused")
        yield* shows(endpoint, (request) => response(400, { received: request.body, error: null }), "RequestRefused")
        yield* shows(endpoint, (request) => response(500, { [echo(request)]: echo(request) }), "ServiceUnavailable")
        yield* shows(endpoint, (request) => response(429, echo(request), { "retry-after": "1" }), "RateLimited")
      }))

    it.effect("shows no secret in a network failure", () =>
      shows(endpoint, (request) => new TransportFailure({ message: echo(request), tooLarge: false }), "NetworkFailure"))

    it.effect("shows no unredacted secret passed by untyped code", () =>
      Effect.gen(function*() {
        for (const input of inputsOf(endpoint, (part, path) => textOf(endpoint, part, path))) {
          for (const unwrapped of unwrappedOf(input)) {
            const error = yield* Effect.flip(callWith(endpoint, unwrapped))
            assert.strictEqual((error as { readonly _tag: string })._tag, "RequestSchemaError")
            assertNothingShows(yield* everything(callWith(endpoint, unwrapped)))
          }
        }
      }).pipe(Effect.provide(layer(() => assert.fail("nothing is sent")))))
  })
}

/** The same value with one field at a time replaced by an object that contains it. */
function brokenOf(value: unknown): ReadonlyArray<unknown> {
  if (typeof value === "string") return value.includes(mark) ? [{ [value]: value }, [value], null] : []
  if (Array.isArray(value)) return value.flatMap((item) => brokenOf(item).map((broken) => [broken]))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, field]) => brokenOf(field).map((broken) => ({ ...value, [key]: broken })))
}

/** The same value with one secret at a time unredacted. */
function unwrappedOf(value: unknown): ReadonlyArray<unknown> {
  if (Redacted.isRedacted(value)) return [Redacted.value(value), { value: Redacted.value(value) }]
  if (Array.isArray(value)) return value.flatMap((item) => unwrappedOf(item).map((unwrapped) => [unwrapped]))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, field]) =>
    unwrappedOf(field).map((unwrapped) => ({ ...value, [key]: unwrapped }))
  )
}
