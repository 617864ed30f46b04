import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import {
  Cli,
  type Client,
  CurrentUser,
  fromFetch,
  Password,
  RequestHeaders,
  RetryPolicy,
  Session,
  TokenStore,
  Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse
} from "latchkey"
import { Admin, Emails, Metrics, Project } from "latchkey/admin"
import { type Server, Users } from "latchkey/server"
import { call } from "../../src/call/call.ts"
import * as adminProjects from "../../src/wire/adminProjects.ts"
import { secret } from "../../src/wire/Codec.ts"
import { endpoint } from "../../src/wire/Endpoint.ts"
import type { KnownErrorClass } from "../../src/wire/KnownError.ts"
import { struct } from "../../src/wire/Struct.ts"
import { success } from "../../src/wire/success.ts"
import { classes } from "../support/classes.ts"
import { assertNothingShows, echo, hostile, issuing, layer, mark, planted } from "../support/echo.ts"
import { deepText, everything, expose, Exposure, layer as layerExposure } from "../support/exposure.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { samplesOf } from "../support/samples.ts"
import { projectId, response } from "../support/Wire.ts"

const [projectOfAdmins] = samplesOf(adminProjects.get.success, () => "text") as [object]

const keysOf = ({ headers }: TransportRequest) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.endsWith("-key")))

/** A request that contains every secret. */
const described = (errors: ReadonlyArray<KnownErrorClass>) =>
  endpoint("secrets.test", "POST", "/secrets", { level: "admin", session: true }, () => ({
    payload: struct({ password: secret, newPassword: secret }),
    success,
    errors
  }))

const callWith = (errors: ReadonlyArray<KnownErrorClass>) =>
  Effect.flatMap(Admin.Admin, ({ caller }) =>
    call(caller, described(errors), {
      payload: { password: Redacted.make(planted.password), newPassword: Redacted.make(planted.newPassword) }
    }))

/** The error of a call, and all output. */
const exposeError = <E, R>(effect: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function*() {
    const { exit, texts } = yield* expose(effect)
    const error = yield* Effect.flip(exit)
    return { error, texts }
  })

/** Asserts that a call fails as expected, and shows no secret in any output. */
const shows = <E, R>(effect: Effect.Effect<unknown, E, R>, failsAs: string) =>
  Effect.gen(function*() {
    const { error, texts } = yield* exposeError(effect)
    // Sound: every failure of a call has a tag, and an ApiError has a reason.
    const { _tag, reason } = error as { readonly _tag: string; readonly reason?: { readonly _tag: string } }
    assert.strictEqual(reason?._tag ?? _tag, failsAs)
    assertNothingShows(texts)
    return texts
  })

describe("a server that echoes the request", () => {
  it.effect("the echo contains every secret", () =>
    Effect.gen(function*() {
      let seen = ""
      yield* Effect.exit(Effect.provide(
        callWith([]),
        layer((request) => {
          seen = echo(request)
          return response(400, "no")
        })
      ))
      for (const secret of Object.values(planted)) assert.include(seen, secret)
    }))

  it.effect("an error shows no value of custom headers", () =>
    shows(
      Effect.provideService(callWith([]), RequestHeaders, { "x-bypass": `bypass-${mark}` }),
      "RequestRefused"
    ).pipe(Effect.provide(layer(({ headers }) => response(400, `Refused: ${headers["x-bypass"]}`)))))

  it.effect("a declared error shows no secret", () =>
    checkRowsEffect(
      classes,
      ({ tag }) => tag,
      (known) => shows(callWith([known]), known.tag).pipe(Effect.provide(layer(issuing(hostile(known)))))
    ))

  it.effect("an undeclared error shows no secret", () =>
    checkRowsEffect(classes, ({ tag }) => tag, (known) =>
      Effect.gen(function*() {
        const { error, texts } = yield* exposeError(callWith([]))
        assert.strictEqual(error._tag, "ApiError")
        assertNothingShows(texts)
      }).pipe(Effect.provide(layer(issuing(hostile(known)))))))

  const answers: Readonly<
    Record<string, readonly [string, (text: string, request: TransportRequest) => TransportResponse]>
  > = {
    "a plain text refusal": ["RequestRefused", (text) => response(400, text)],
    "an HTML refusal": ["RequestRefused", (text) => response(403, `<html><body><pre>${text}</pre></body></html>`)],
    "a refusal cut off within a secret": ["RequestRefused", (text) => response(400, "x".repeat(480) + text)],
    "a JSON refusal": ["RequestRefused", (text) => response(400, { error: text, code: planted.refreshToken })],
    "a JSON refusal whose code is a secret": [
      "RequestRefused",
      () => response(400, { code: `${mark}code`.replace(mark, planted.publishable), error: "e" })
    ],
    "an OAuth refusal": [
      "RequestRefused",
      (text) => response(400, { error: "invalid_request", error_description: text })
    ],
    "a JSON refusal without a text": [
      "RequestRefused",
      (text) => response(400, { request: { headers: text, [text]: [text] } })
    ],
    "a JSON refusal that quotes the body": ["RequestRefused", (_, { body }) => response(400, { received: body })],
    "a 500 that quotes the body": ["ServiceUnavailable", (_, { body }) => response(500, { received: [body] })],
    "a JSON list": ["RequestRefused", (text) => response(400, JSON.stringify([text, { text }]))],
    "a JSON text": ["RequestRefused", (text) => response(400, JSON.stringify(text))],
    "a 503": ["ServiceUnavailable", (text) => response(503, text)],
    "a 500 in JSON": ["ServiceUnavailable", (text) => response(500, { message: text })],
    "a 508": ["ServiceUnavailable", (text) => response(508, `INFINITE_LOOP_DETECTED ${text}`)],
    "a 429": ["RateLimited", (text) => response(429, text, { "retry-after": text })],
    "a redirect": ["InvalidResponse", (text) => response(302, text, { location: text })],
    "a known-error header": [
      "InvalidResponse",
      (text) => response(400, { code: "A", error: text }, { "x-stack-known-error": planted.accessToken })
    ],
    "an actual-status header": [
      "InvalidResponse",
      (text) => response(200, text, { "x-stack-actual-status": planted.accessToken })
    ],
    "a success that is not JSON": ["InvalidResponse", (text) => response(200, text)],
    "a success of the wrong shape": ["InvalidResponse", (text) => response(200, { success: text, [text]: text })],
    "a success that is a text": ["InvalidResponse", (text) => response(200, JSON.stringify(text))],
    "details that do not decode": [
      "InvalidResponse",
      (text) =>
        response(400, { code: "PASSWORD_TOO_SHORT", error: text, details: { min_length: text, [text]: 1 } }, {
          "x-stack-known-error": "PASSWORD_TOO_SHORT"
        })
    ],
    "an unknown code": [
      "UnsupportedError",
      (text) =>
        response(400, { code: "NEW_CODE", error: text, details: { text, [text]: [[{ [text]: text }]] } }, {
          "x-stack-known-error": "NEW_CODE"
        })
    ],
    "an unknown code that is a secret": [
      "InvalidResponse",
      (text) =>
        response(400, { code: planted.refreshToken, error: text }, { "x-stack-known-error": planted.refreshToken })
    ],
    "details of a project refusal": [
      "ProjectRefused",
      (text) =>
        response(401, { code: "INVALID_SECRET_SERVER_KEY", error: text, details: { project_id: text } }, {
          "x-stack-known-error": "INVALID_SECRET_SERVER_KEY"
        })
    ]
  }

  it.effect("no response that echoes the request leads to an error that shows a secret", () =>
    checkRowsEffect(
      Object.entries(answers),
      ([name]) => name,
      ([, [failsAs, answer]]) =>
        shows(callWith([]), failsAs).pipe(Effect.provide(layer((request) => answer(echo(request), request))))
    ))

  it.effect("an error shows no secret nested deep in the payload", () =>
    Effect.gen(function*() {
      const update = Project.update({
        config: {
          emailConfig: {
            type: "standard",
            host: "mail.example.com",
            port: 25,
            username: "postman",
            password: Redacted.make(planted.password),
            senderName: "The postman",
            senderEmail: "post@example.com"
          },
          oauthProviders: [{
            id: "github",
            type: "standard",
            clientId: "the-client",
            clientSecret: Redacted.make(planted.newPassword)
          }]
        }
      })
      const exposed = yield* shows(update, "RequestRefused")
      assert.isTrue(exposed.some((text) => text.includes("the-client") && text.includes("<redacted>")))
    }).pipe(Effect.provide(layer(({ body }) => response(400, `I did not understand ${body}`)))))

  it.effect("an error shows no secret that contains another one", () =>
    Effect.gen(function*() {
      const longer = `${planted.publishable}-and-more-${mark}`
      const error = yield* Effect.flip(Effect.provide(
        Effect.flatMap(Admin.Admin, ({ caller }) =>
          call(caller, described([]), {
            payload: { password: Redacted.make(longer), newPassword: Redacted.make("12345678") }
          })),
        layer(({ body }) => response(400, body!))
      ))
      assert.notInclude(error.message, "and-more")
    }))

  it.effect("a refused refresh shows no token or key of its form", () =>
    Effect.gen(function*() {
      const exposed = yield* everything(Session.getAccessToken())
      assertNothingShows(exposed)
      assert.isTrue(
        exposed.some((text) => text.includes("oauth.refresh: ") && text.includes("refresh_token=<redacted>"))
      )
      const state = yield* Session.state
      assert.strictEqual(state._tag, "Stale")
      assertNothingShows(yield* everything(Effect.fail(state)))
    }).pipe(Effect.provide(
      layer((request) => response(400, echo(request)), TokenStore.layerTokens({ refreshToken: planted.refreshToken }))
    )))
})

describe("a secret that equals another string", () => {
  const signIn = (password: string) => Effect.flip(Password.signIn({ email: "a", password: Redacted.make(password) }))

  const refusing = (code: string, details: object = {}) =>
    layer(({ body }) =>
      response(400, { code, error: `Not ${JSON.parse(body!).password}`, details }, { "x-stack-known-error": code })
    )

  it.effect("a secret equal to an error code is hidden in the message, and the error stays the same", () =>
    Effect.gen(function*() {
      const error = yield* signIn("EMAIL_PASSWORD_MISMATCH")
      assert.deepInclude(error, { _tag: "EmailPasswordMismatch", message: "Not <redacted>" })
    }).pipe(Effect.provide(refusing("EMAIL_PASSWORD_MISMATCH"))))

  it.effect("a secret equal to the name of a detail does not prevent a sign-in", () =>
    Effect.gen(function*() {
      const error = yield* signIn("attempt_code")
      assert(error._tag === "MultiFactorAuthenticationRequired")
      assert.strictEqual(Redacted.value(error.details.attemptCode), "the-code")
    }).pipe(Effect.provide(refusing("MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: "the-code" }))))

  it.effect("a secret equal to a key of the response is hidden in the path of the problem", () =>
    Effect.gen(function*() {
      const exposed = yield* shows(Metrics.get, "InvalidResponse")
      assert.isTrue(exposed.some((text) => text.includes("users_by_country.<redacted> has the wrong type")))
    }).pipe(Effect.provide(layer(({ headers }) =>
      response(200, {
        total_users: 1,
        daily_users: [],
        daily_active_users: [],
        users_by_country: { [headers["x-stack-super-secret-admin-key"]!]: "many" },
        recently_registered: [],
        recently_active: [],
        login_methods: []
      })
    ))))

  it.effect("a secret of six digits is hidden, and a short word is not", () =>
    Effect.gen(function*() {
      for (const [password, message] of [["246810", "<redacted>"], ["pass1", "pass1"], ["secret", "secret"]] as const) {
        assert.strictEqual((yield* signIn(password)).message, `Not ${message}`)
      }
    }).pipe(Effect.provide(refusing("EMAIL_PASSWORD_MISMATCH"))))
})

describe("a secret in an undescribed response", () => {
  it.effect("an undescribed secret is redacted by its name in the details of an unknown error", () =>
    Effect.gen(function*() {
      const exposed = yield* everything(callWith([]))
      assertNothingShows(exposed)
      assert.isTrue(exposed.some((text) => text.includes("of a newer service")))
    }).pipe(
      Effect.provide(
        layer(() =>
          response(400, { code: "NEW", error: "New", details: { attempt_code: mark, note: "of a newer service" } }, {
            "x-stack-known-error": "NEW"
          })
        )
      )
    ))

  it.effect("an undescribed secret is redacted by its name in a refusal without a text", () =>
    Effect.gen(function*() {
      const exposed = yield* everything(callWith([]))
      assertNothingShows(exposed)
      assert.isTrue(exposed.some((text) => text.includes("a proxy of ours")))
    }).pipe(
      Effect.provide(layer(() => response(502, { access_token: mark, refresh_token: mark, by: "a proxy of ours" })))
    ))
})

describe("a transport that fails", () => {
  const fetchFailures: Readonly<Record<string, (url: string, init: RequestInit) => Promise<Response>>> = {
    "an error whose cause holds the request": (url, init) =>
      Promise.reject(
        Object.assign(new TypeError("fetch failed"), {
          cause: Object.assign(new Error("reset"), { request: { url, init } })
        })
      ),
    "an error that holds the request": (url, init) =>
      Promise.reject(Object.assign(new TypeError("fetch failed"), { url, init, config: init })),
    "an error whose text shows a header": (_, init) =>
      Promise.reject(
        new TypeError(`Headers.append: "${Object.values(init.headers as object).join()}" is an invalid header value.`)
      ),
    "an error whose cause's text shows the body": (_, init) =>
      Promise.reject(new TypeError("fetch failed", { cause: new Error(`cannot send ${String(init.body)}`) })),
    "a request": (url, init) => Promise.reject(new Request(url, { ...init, signal: null })),
    "a text": (_, init) => Promise.reject(JSON.stringify(init))
  }

  it.effect("a NetworkFailure shows no secret of a rejected fetch", () =>
    checkRowsEffect(
      Object.entries(fetchFailures),
      ([name]) => name,
      ([, fetch]) =>
        shows(callWith([]), "NetworkFailure").pipe(
          Effect.provideService(Transport, fromFetch(fetch)),
          Effect.provide(layer(() => response(500, "")))
        )
    ))

  it.live("a NetworkFailure shows no token that fetch refuses to send as a header", () =>
    Effect.gen(function*() {
      const failing = Admin.layer({
        projectId,
        apiUrl: "http://127.0.0.1:9",
        superSecretAdminKey: Redacted.make(planted.admin)
      }).pipe(
        Layer.provide(
          TokenStore.layerTokens({ accessToken: planted.accessToken, refreshToken: `line\n${mark}` })
        ),
        Layer.provide(Layer.succeed(RetryPolicy, Schedule.recurs(0))),
        Layer.provide(Layer.succeed(Transport, fromFetch((url, init) => globalThis.fetch(url, init))))
      )
      yield* shows(callWith([]), "NetworkFailure").pipe(Effect.provide(failing))
    }).pipe(Effect.provide(layerExposure)))

  it.effect("a ResponseTooLarge shows no secret", () =>
    shows(callWith([]), "ResponseTooLarge").pipe(
      Effect.provide(
        layer(() => new TransportFailure({ message: "The response is larger than 10000000 bytes", tooLarge: true }))
      )
    ))
})

describe("the library's calls", () => {
  const password = Redacted.make(planted.password)
  type Levels = Client.Client | Server.Server | Admin.Admin
  const calls: Readonly<Record<string, Effect.Effect<unknown, unknown, Levels>>> = {
    "Cli.confirm": Cli.confirm({ loginCode: Redacted.make(planted.newPassword) }),
    "Cli.login": Cli.login({ appUrl: "https://app.test", open: () => Effect.void }),
    "Cli.poll": Cli.poll({ pollingCode: Redacted.make(planted.newPassword) }),
    "Cli.complete": Cli.complete({
      loginCode: Redacted.make(planted.newPassword),
      refreshToken: Redacted.make(planted.refreshToken)
    }),
    "Emails.sendTest": Emails.sendTest({
      recipientEmail: "ada@example.com",
      emailConfig: {
        host: "mail.example.com",
        port: 465,
        username: "ada",
        password,
        senderName: "Ada",
        senderEmail: "ada@example.com"
      }
    }),
    "Password.signIn": Password.signIn({ email: "ada@example.com", password }),
    "Password.signUp": Password.signUp({
      email: "ada@example.com",
      password,
      verificationCallbackUrl: "https://app.test/"
    }),
    "Password.update": Password.update({ oldPassword: password, newPassword: Redacted.make(planted.newPassword) }),
    "Password.set": Password.set({ password }),
    "CurrentUser.get": CurrentUser.get(),
    "CurrentUser.update": CurrentUser.update({ totpSecretBase64: Redacted.make(planted.refreshToken) }),
    "Users.create": Users.create({ password, passwordHash: Redacted.make(planted.newPassword) }),
    "Users.update": Users.update("11111111-1111-4111-8111-111111111111", { password }),
    "Session.signOut": Session.signOut
  }

  it.effect("a refused call shows no secret, and has a span with its name", () =>
    checkRowsEffect(Object.entries(calls), ([name]) => name, ([name, effect]) =>
      Effect.gen(function*() {
        const exposed = yield* everything(effect)
        assertNothingShows(exposed)
        const { spans } = yield* Exposure
        assert.includeMembers(spans.map((span) => span.name), [name, "latchkey.request"])
      }).pipe(Effect.provide(layer((request) => response(400, echo(request)))))))

  it.effect("an unexpected project and a failed test email show no part of the request", () =>
    Effect.gen(function*() {
      for (const effect of [Project.get, calls["Emails.sendTest"]!]) {
        const error = yield* Effect.flip(effect)
        assertNothingShows(yield* everything(Effect.fail(error)))
        assert.include(String(error), "<redacted>")
      }
    }).pipe(Effect.provide(layer((request) =>
      response(
        200,
        request.method === "GET"
          ? { ...projectOfAdmins, id: request.headers["x-stack-super-secret-admin-key"] }
          : { success: false, error_message: echo({ ...request, headers: keysOf(request) }) }
      )
    ))))

  it.effect("a printed service shows no secret", () =>
    Effect.gen(function*() {
      const levels = yield* Effect.context<Client.Client | Server.Server | Admin.Admin>()
      for (const service of [levels, ...levels.mapUnsafe.values()]) {
        for (const text of [deepText(service), String(service)]) {
          for (const secret of [planted.server, planted.admin, planted.refreshToken]) assert.notInclude(text, secret)
        }
      }
    }).pipe(Effect.provide(layer(() => response(500, "")))))

  it.effect("an input that cannot be sent is a RequestSchemaError that does not show it", () =>
    Effect.gen(function*() {
      // Untyped code can do this.
      const untyped = [{ email: 7, password: planted.password }, { email: "a", password: [planted.password] }]
      for (const credentials of untyped as unknown as ReadonlyArray<Parameters<typeof Password.signIn>[0]>) {
        const { error, texts } = yield* exposeError(Password.signIn(credentials))
        assert.strictEqual(error._tag, "RequestSchemaError")
        assertNothingShows(texts)
      }
    }).pipe(Effect.provide(layer(() => assert.fail("nothing is sent")))))

  it.effect("a sign-in shows no secret in spans, logs or its value", () =>
    Effect.gen(function*() {
      const exposed = yield* everything(Password.signIn({ email: "ada@example.com", password }))
      assertNothingShows(exposed)
      assertNothingShows([...yield* everything(Session.state), ...yield* everything(Session.getAccessToken())])
    }).pipe(Effect.provide(layer(() =>
      response(200, { access_token: planted.accessToken, refresh_token: planted.refreshToken, user_id: "u" })
    ))))

  it.effect("a request span has the method and the path template, and no contents", () =>
    Effect.gen(function*() {
      yield* Effect.exit(Users.update("11111111-1111-4111-8111-111111111111", { password }))
      const { spans } = yield* Exposure
      const request = spans.find(({ name }) => name === "latchkey.request")!
      assert.deepStrictEqual(Object.fromEntries(request.attributes), {
        "http.request.method": "PATCH",
        "server.address": "api.test",
        "url.template": "/users/:userId",
        "http.response.status_code": 400,
        "error.type": "RequestRefused"
      })
      assert.strictEqual(request.kind, "client")
      assert.strictEqual(
        request.parent._tag === "Some" && request.parent.value._tag === "Span" && request.parent.value.name,
        "Users.update"
      )
    }).pipe(Effect.provide(layer(() => response(400, "no")))))
})
