/** Every description, with a secret in every secret field: no outcome of a call shows its content. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { ApiErrors, TransportFailure, type TransportRequest, type TransportResponse } from "latchkey"
import { Admin } from "latchkey/admin"
import { call } from "../../src/call/call.ts"
import { decode } from "../../src/wire/decode.ts"
import type { Any } from "../../src/wire/Endpoint.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { byModule } from "../support/byModule.ts"
import { classes } from "../support/classes.ts"
import { detailsOf, echo, findShown, hostile, issuing, layer, mark } from "../support/echo.ts"
import { expose, formats } from "../support/exposure.ts"
import { assertNoMismatches, checkRowsEffect } from "../support/mismatches.ts"
import { inputsOf, places, placesOf, samplesOf, statusOf } from "../support/samples.ts"
import { inGenerationOf, response } from "../support/Wire.ts"

/** Every endpoint except redirects of a browser, which no client calls. */
const called = endpoints.filter(({ status }) => status < 300)

const isSecret = new Set(
  places.filter(({ isRedacted }) => isRedacted).map(({ endpoint, part, path }) => `${endpoint} ${part} ${path}`)
)

/** The content of a field: a secret with every character that some encoding escapes, or a harmless string. */
const textOf = (endpoint: Any, part: string, path: string): string =>
  isSecret.has(`${endpoint.id} ${part} ${path}`) ? `${part} ${path} "ü" <${mark}> & 'x' \\ + / % ?=` : "harmless"

/** The name of a field, and of its resource. */
const nameOf = ({ endpoint, path }: { readonly endpoint: string; readonly path: string }): string =>
  `${endpoint.slice(0, endpoint.indexOf("."))} ${path.split(".").at(-1)}`

const inBrowsers = "in the bundle of every client"
const masked = "four characters of a key that has many more"
const isId = "an id grants no access"
const address = "an email address"
const publicKeyCryptography = "proves nothing without the private key or the matching code"
const enumValue = "an enum value, not a credential"

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
  "oauth code_challenge": "the hash of a secret that stays in the client",
  "oauth code_challenge_method": enumValue,
  "oauth state": "part of URLs that the browser shows",
  "oauth token_type": enumValue,
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

const levels = ["Trace", "Debug", "Info", "Warn", "Error", "Fatal"] as const

describe("secret fields", () => {
  it("fields with the name of a secret are redacted, except those with a documented reason", () => {
    const found = places.filter(({ isRedacted, path }) => !isRedacted && sounds.test(path.split(".").at(-1)!))
    assert.deepStrictEqual([...new Set(found.map(nameOf))].toSorted(), Object.keys(readable).toSorted())
  })

  it("the redacted fields of requests and responses are those in the list", () => {
    const count = (part: (name: string) => boolean) =>
      places.filter((place) => place.isRedacted && part(place.part)).length
    assert.deepStrictEqual(
      [...new Set(places.filter(({ isRedacted }) => isRedacted).map(nameOf))].toSorted(),
      secretNames.toSorted()
    )
    assert.isAtLeast(count((part) => part !== "success"), 38)
    assert.isAtLeast(count((part) => part === "success"), 40)
  })

  it("the attempt code is the only redacted field in the details of errors", () => {
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
      ).toSorted(),
      [
        // The id of a session, an email address, the cause of a failed ceremony, and the error code of a newer service.
        "ACCESS_TOKEN_EXPIRED refresh_token_id",
        "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE contact_channel_value",
        "PASSKEY_WEBAUTHN_ERROR code",
        "UNSUPPORTED_ERROR originalErrorCode"
      ]
    )
  })

  const refused = { message: "Refused", status: 403, serviceCode: undefined }

  /** Every known error, an `ApiError` and a defect. */
  const failures: ReadonlyArray<readonly [name: string, cause: Cause.Cause<unknown>]> = [
    ...classes.map((known) => {
      const details = known.details === undefined ? undefined : decode(known.details, detailsOf(known, "text"))
      return [known.tag, Cause.fail(new known({ message: "Refused", details }))] as const
    }),
    [
      "ApiError",
      Cause.fail(new ApiErrors.ApiError({ endpoint: "users.list", reason: new ApiErrors.RequestRefused(refused) }))
    ],
    ["a defect", Cause.die(new TypeError("No function", { cause: new Error("Refused") }))]
  ]

  it.effect("the log of a failure differs between levels only in the name of the level", () =>
    checkRowsEffect(failures, ([name]) => name, ([, cause]) =>
      Effect.gen(function*() {
        const texts: Array<string> = []
        const logger = Logger.make((entry) => {
          const level = entry.logLevel.toUpperCase()
          texts.push(
            formats.map((format) => format.log(entry).replaceAll(new RegExp(`\\b${level}\\b`, "g"), "LEVEL")).join("\n")
          )
        })
        const logs = levels.flatMap((level) => [
          Effect.logWithLevel(level)(Cause.squash(cause)),
          Effect.logWithLevel(level)("failed", cause)
        ])
        yield* Effect.all(logs).pipe(
          Effect.provide(Logger.layer([logger])),
          Effect.provideService(References.MinimumLogLevel, "All")
        )
        assert.lengthOf(texts, 2 * levels.length)
        assert.strictEqual(new Set(texts).size, 2)
      })))
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

type Answer = (request: TransportRequest) => TransportResponse | TransportFailure

/** A call, and its expected outcome. */
interface Case {
  readonly name: string
  readonly input: unknown
  /** Without one, no request is sent. */
  readonly answer: Answer | undefined
  readonly endsAs: string
}

const text = { "content-type": "text/plain" }

/** The calls of an endpoint, by the kind of their outcome. */
const casesOf = (endpoint: Any): Readonly<Record<string, ReadonlyArray<Case>>> => {
  const inputs = inputsOf(endpoint, (part, path) => textOf(endpoint, part, path))
  const bodies = samplesOf(endpoint.success, (path) => textOf(endpoint, "success", path))
  const withEveryInput = (name: string, endsAs: string, answer: Answer): ReadonlyArray<Case> =>
    inputs.map((input, index) => ({ name: `${name}, input ${index + 1} of ${inputs.length}`, input, answer, endsAs }))
  /** Calls with every input and every answer. Their texts differ, so that not every pair is needed. */
  const inTurn = (endsAs: string, answers: ReadonlyArray<readonly [name: string, answer: TransportResponse]>) =>
    Array.from({ length: answers.length === 0 ? 0 : Math.max(inputs.length, answers.length) }, (_, index): Case => {
      const [name, answer] = answers[index % answers.length]!
      const input = index % inputs.length
      return {
        name: `${name}, input ${input + 1} of ${inputs.length}`,
        input: inputs[input],
        answer: () => answer,
        endsAs
      }
    })
  const nameOf = (index: number) => `body ${index + 1} of ${bodies.length}`
  return {
    "its response": inTurn(
      "Success",
      bodies.map((body, index) => [
        nameOf(index),
        typeof body === "string" ? response(200, body, text) : response(statusOf(endpoint, body), body)
      ])
    ),
    "an invalid response": [
      ...inTurn(
        "InvalidResponse",
        bodies.flatMap((body, index) =>
          brokenOf(body).map(([path, broken]) =>
            [`${nameOf(index)} with an invalid ${path || "body"}`, response(200, broken)] as const
          )
        )
      ),
      ...withEveryInput("the echoed request", "InvalidResponse", (request) => response(200, echo(request)))
    ],
    // A new access token that is refused as expired again means that the clocks differ.
    "a declared error": endpoint.errors.flatMap((known) => withEveryInput(known.tag, known.tag, hostile(known))),
    "a refusal": [
      ...withEveryInput("400 with text", "RequestRefused", (request) => response(400, echo(request))),
      ...withEveryInput(
        "400 with JSON",
        "RequestRefused",
        (request) => response(400, { received: request.body, error: null })
      ),
      ...withEveryInput(
        "500",
        "ServiceUnavailable",
        (request) => {
          const text = echo(request)
          return response(500, { [text]: text })
        }
      ),
      ...withEveryInput("429", "RateLimited", (request) => response(429, echo(request), { "retry-after": "1" }))
    ],
    "a network failure": withEveryInput(
      "the echoed request",
      "NetworkFailure",
      (request) => new TransportFailure({ message: echo(request), tooLarge: false })
    ),
    "an unredacted secret from untyped code": inputs.flatMap((input) =>
      unwrappedOf(input).map(([path, unwrapped]) => ({
        name: path,
        input: unwrapped,
        answer: undefined,
        endsAs: "RequestSchemaError"
      }))
    )
  }
}

/** Runs a call, and returns its mismatches. */
const run = (endpoint: Any, { answer, endsAs, input }: Case) =>
  Effect.suspend(() => {
    const requests: Array<TransportRequest> = []
    const answered: Answer = (request) => answer?.(request) ?? response(500, "")
    const respond = endpoint.encoding === "json" ? issuing(answered) : answered
    // Records token refreshes, too.
    const recorded: Answer = (request) => {
      requests.push(request)
      return respond(request)
    }
    return Effect.gen(function*() {
      const { caller } = yield* Admin.Admin
      // Sound: the input consists of samples of the endpoint's codecs, or is to be refused.
      const { exit, texts } = yield* expose(call(inGenerationOf(caller, endpoint), endpoint, input as never))
      const mismatches: Array<string> = []
      const received = outcomeOf(exit)
      if (received !== endsAs) mismatches.push(`expected ${endsAs}, received ${received}`)
      if (texts.length <= 5) mismatches.push(`expected more than 5 texts, received ${texts.length}`)
      const shown = findShown(texts)
      if (shown.length > 0) {
        const excerpt = shown[0]!.replaceAll(/\s+/g, " ")
        mismatches.push(`expected no secret in ${texts.length} texts, found ${shown.length}, the first in …${excerpt}…`)
      }
      if (answer === undefined) {
        if (requests.length > 0) mismatches.push("expected no request")
      } else if (endpoint.encoding === "json" && !requests.some(hasSecret)) {
        // Without one, the other expectations are void.
        mismatches.push("expected a request with a secret")
      }
      return mismatches
    }).pipe(Effect.provide(layer(recorded)))
  })

const hasSecret = ({ body = "", headers, url }: TransportRequest): boolean =>
  [url, body, ...Object.values(headers)].some((text) => text.includes(mark))

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "Success"
  const found = Exit.findErrorOption(exit)
  if (found._tag === "None") return "a defect"
  // Sound: every failure of a call has a tag, and an ApiError has a reason.
  const error = found.value as { readonly _tag: string; readonly reason?: { readonly _tag: string } }
  return error.reason?._tag ?? error._tag
}

for (const [module, members] of byModule(called)) {
  it.effect(`${module}: no outcome of a call shows a secret of its request or response`, () =>
    Effect.gen(function*() {
      const mismatches: Array<string> = []
      for (const endpoint of members) {
        for (const [kind, cases] of Object.entries(casesOf(endpoint))) {
          for (const each of cases) {
            const found = yield* run(endpoint, each)
            mismatches.push(...found.map((mismatch) => `${endpoint.id}, ${kind} (${each.name}): ${mismatch}`))
          }
        }
      }
      assertNoMismatches(mismatches)
    }))
}

/** The same value with one field at a time replaced by an object that contains it, and the path of the field. */
function brokenOf(value: unknown, path = ""): ReadonlyArray<readonly [path: string, broken: unknown]> {
  if (typeof value === "string") {
    return value.includes(mark) ? [[path, { [value]: value }], [path, [value]], [path, null]] : []
  }
  return fieldsOf(value, path, brokenOf)
}

/** The same value with one secret at a time unredacted, and the path of the secret. */
function unwrappedOf(value: unknown, path = ""): ReadonlyArray<readonly [path: string, unwrapped: unknown]> {
  return Redacted.isRedacted(value)
    ? [[path, Redacted.value(value)], [`${path} in an object`, { value: Redacted.value(value) }]]
    : fieldsOf(value, path, unwrappedOf)
}

/** The same value with one field at a time replaced as a function does, and the path of the field. */
function fieldsOf(value: unknown, path: string, replace: typeof brokenOf): ReturnType<typeof brokenOf> {
  if (Array.isArray(value)) {
    return value.flatMap((item) => replace(item, `${path}[]`).map(([path, replaced]) => [path, [replaced]] as const))
  }
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, field]) =>
    replace(field, path === "" ? key : `${path}.${key}`)
      .map(([path, replaced]) => [path, { ...value, [key]: replaced }] as const)
  )
}
