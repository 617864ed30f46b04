/** Every description with input in its path: for any input, the request is sent to the described path or not sent. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { ConnectedAccounts, OAuth } from "latchkey"
import { Project } from "latchkey/admin"
import { prepare } from "../../src/call/prepare.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { isObject } from "../../src/wire/Json.ts"
import { getWireNames } from "../../src/wire/names.ts"
import { codePoint } from "../support/codePoint.ts"
import { checkRows } from "../support/mismatches.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { inputsOf } from "../support/samples.ts"
import { layerClient, layerWire, response, signedIn, Wire } from "../support/Wire.ts"

const apiUrl = "https://api.test/base"
const id = "11111111-1111-4111-8111-111111111111"

const hostile = [
  "",
  ".",
  "..",
  "...",
  "../..",
  "../users/me",
  "%2e%2e",
  "%2E%2e%2fusers",
  "..%2f..",
  "a/b",
  "a\\b",
  "//evil.test",
  "https://evil.test/",
  "@evil.test",
  "me",
  "ME",
  "current",
  "?user_id=me",
  "#",
  ";a=b",
  ":userId",
  " ",
  "\n",
  "\u0000",
  "a\tb",
  "ü",
  "\u{1f600}",
  "\ud800",
  "\u202e",
  "．．",
  "$&",
  "$1",
  "__proto__",
  "1".repeat(100_000),
  `${id}/../${id}`,
  `${id}\n`,
  ` ${id}`,
  id.replace("-4", "-1"),
  "00000000-0000-0000-0000-000000000000"
]

/** The accepted inputs of path parameters that are not version 4 UUIDs, and the reason. */
const named: Readonly<Record<string, RegExp>> = {
  // An administrator names permissions; the service's names start with a dollar sign.
  permission_id: /^\$?[a-z0-9_:]+$/,
  // One of four.
  type: /^(email_verification|password_reset|magic_link|team_invitation)$/,
  // One of three.
  level: /^(project|branch|environment)$/,
  // Services may know providers that this library does not.
  provider_id: /^(?!\.\.?$)\P{Surrogate}+$/u,
  // A provider chooses the ids of its accounts.
  account_id: /^(?!\.\.?$)\P{Surrogate}+$/u
}

const isUuid = (text: string) => /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(text)

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const withParams = endpoints.filter(({ params }) => params !== undefined)

const anyString = fc.string({ unit: codePoint, maxLength: 30 })
const pathString = fc.string({ unit: fc.constantFrom(".", "/", "%", "2", "e", "f", "\\", "?") })

describe("a path", () => {
  it("the path parameters match the endpoint description", () => {
    assert.isAtLeast(withParams.length, 50)
    for (const { params, path } of endpoints) {
      assert.deepStrictEqual(
        [...path.matchAll(/:(\w+)/g)].map(([, name]) => snake(name!)).toSorted(),
        [...params === undefined ? [] : getWireNames(params)].toSorted()
      )
    }
  })

  const parameters = withParams.flatMap((endpoint) => {
    const [input] = inputsOf(endpoint, () => "x") as [Readonly<Record<string, unknown>>]
    const { params } = input
    assert(isObject(params))
    return Object.keys(params).map((name) => ({ endpoint, input, name, params }))
  })

  it("a request is sent to the described path or not sent, for any string in a parameter", () => {
    checkRows(parameters, ({ endpoint, name }) => `${name} of ${endpoint.id}`, ({ endpoint, input, name, params }) => {
      const plain = prepare(apiUrl, endpoint, input)
      assert(typeof plain !== "string", endpoint.id)
      const { search } = new URL(plain.url)
      const template = `/base/api/v1${endpoint.path}`.split("/")

      /** Asserts the target of a request with a string for this parameter. */
      const leads = (text: string) => {
        const prepared = prepare(apiUrl, endpoint, { ...input, params: { ...params, [name]: text } })
        const fits = named[snake(name)]?.test(text) ?? isUuid(text)
        if (typeof prepared === "string") {
          assert.match(prepared, new RegExp(`^params: ${snake(name)} `))
          assert.isFalse(fits, `refuses ${text}`)
          return
        }
        // If a user may be named, `me` is the user of the access token.
        assert.isTrue(fits || name === "userId" && text === "me", `takes ${JSON.stringify(text.slice(0, 100))}`)
        const url = new URL(prepared.url)
        assert.strictEqual(url.origin, "https://api.test")
        assert.strictEqual(url.hash, "")
        assert.strictEqual(url.username, "")
        const segments = url.pathname.split("/")
        assert.lengthOf(segments, template.length)
        for (const [i, part] of template.entries()) {
          const meant = part === `:${name}`
            ? name === "providerId" ? text.toLowerCase() : text
            : part.startsWith(":")
            ? params[part.slice(1)]
            : part
          assert.strictEqual(decodeURIComponent(segments[i]!), meant)
        }
        assert.strictEqual(url.search, search)
      }

      for (const text of [...hostile, id]) leads(text)
      fc.assert(fc.property(anyString, leads), { numRuns: runsOf(100) })
      fc.assert(fc.property(pathString, leads), { numRuns: runsOf(100) })
    })
  })

  it("a path contains a permission id unchanged", () => {
    const remove = endpoints.find(({ id }) => id === "teamPermissions.revoke")!
    const params = { teamId: id, userId: id, permissionId: "$team:update_all" }
    const prepared = prepare(apiUrl, remove, { params })
    assert(typeof prepared !== "string")
    assert.isTrue(prepared.url.endsWith(`/${id}/${id}/$team:update_all`))
  })

  it.effect("a path contains a provider in lower case, and a non-string is a RequestSchemaError", () =>
    Effect.gen(function*() {
      yield* Effect.exit(ConnectedAccounts.getAccessToken({ provider: "GitHub" }))
      const flow = { state: "s", codeChallenge: "c", redirectUri: "https://app.test/" }
      const url = yield* OAuth.authorizationUrl({ ...flow, provider: "GitHub" })
      const { requests } = yield* Wire
      assert.include(requests[0]!.url, "/connected-accounts/me/github/access-token")
      assert.include(Redacted.value(url), "/auth/oauth/authorize/github?")
      // Untyped code can do this.
      for (const provider of [undefined, null, 7, {}, "", "..", "\udc00"] as unknown as ReadonlyArray<string>) {
        const errors = [
          yield* Effect.flip(ConnectedAccounts.getAccessToken({ provider })),
          yield* Effect.flip(OAuth.authorizationUrl({ ...flow, provider }))
        ]
        for (const error of errors) {
          assert.strictEqual(error._tag, "RequestSchemaError")
          assert.match(error.message, /^params: provider_id /)
        }
      }
      assert.lengthOf(requests, 1)
    }).pipe(Effect.provide(layerClient(layerWire(() => response(400, "no")), {}, signedIn))))
})

/** Any value that untyped code may pass. */
const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withMap: true, maxDepth: 3 })

describe("garbage input", () => {
  const fields = endpoints.flatMap((endpoint) => {
    const [input] = inputsOf(endpoint, () => "x") as [Readonly<Record<string, Readonly<Record<string, unknown>>>>]
    return Object.keys(input).flatMap((part) =>
      Object.keys(input[part]!).map((field) => ({ endpoint, field, input, part }))
    )
  })

  it("any value in an input field is either reported to the caller or sent", () => {
    checkRows(
      fields,
      ({ endpoint, field, part }) => `${part}.${field} of ${endpoint.id}`,
      ({ endpoint, field, input, part }) => {
        const reported = new RegExp(`^(${part}: |The input )`)
        fc.assert(
          fc.property(anything, (value) => {
            const prepared = prepare(apiUrl, endpoint, { ...input, [part]: { ...input[part], [field]: value } })
            if (typeof prepared === "string") assert.match(prepared, reported)
            else assert.isTrue(URL.canParse(prepared.url))
          }),
          { numRuns: runsOf(20) }
        )
      }
    )
  })
})

describe("a string from outside", () => {
  const text = fc.oneof(fc.string({ unit: codePoint }), fc.webUrl(), fc.json(), fc.base64String())

  it("any string is a domain valid for production, or has one problem", () => {
    fc.assert(
      fc.property(text, (domain) => {
        const project = { id, config: { allowLocalhost: false, domains: [{ domain, handlerPath: "/" }] } }
        assert.isAtMost(Project.getProductionModeErrors(project).length, 1)
      }),
      { numRuns: runsOf(100) }
    )
  })

  it.effect("an exchange returns a user id or fails, for any access token", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(text, fc.json(), async (token, claims) => {
          for (const accessToken of [token, `e30.${Buffer.from(claims).toString("base64url")}.e30`]) {
            const exchange = OAuth.exchange({
              code: Redacted.make(token),
              codeVerifier: Redacted.make(token),
              redirectUri: token
            })
            const exit = await Effect.runPromise(Effect.exit(Effect.provide(
              exchange,
              layerClient(layerWire(() =>
                response(200, {
                  access_token: accessToken,
                  refresh_token: token,
                  token_type: "bearer",
                  expires_in: 1,
                  is_new_user: true,
                  after_callback_redirect_url: null
                })
              ))
            )))
            if (Exit.isSuccess(exit)) assert.isString(exit.value.userId)
            else assert.strictEqual(Exit.findErrorOption(exit)._tag, "Some")
          }
        }),
        { numRuns: runsOf(100) }
      )
    ))
})
