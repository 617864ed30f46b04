/**
 * `Effect.catchTag` matches by text: an error of ours with the tag of an error of Effect would be caught in its place.
 */
import { assert, describe, it } from "@effect/vitest"
import * as client from "latchkey"
import * as admin from "latchkey/admin"
import * as cli from "latchkey/cli"
import * as emulator from "latchkey/emulator"
import * as http from "latchkey/http"
import * as promise from "latchkey/promise"
import * as react from "latchkey/react"
import * as server from "latchkey/server"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { toCode } from "../../src/platform/CodedError.ts"
import { findErrorClass } from "../../src/wire/KnownError.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const isErrorClass = (value: unknown): value is { readonly prototype: Error } =>
  typeof value === "function" && value.prototype instanceof Error

/** Returns the tags of the error classes of an entry point, those in its namespaces included. */
const tagsOfClasses = (entry: object): ReadonlyArray<string> =>
  Object.values(entry).flatMap((value: unknown) =>
    isErrorClass(value)
      ? [value.prototype.name]
      : typeof value === "object" && value !== null && Object.prototype.toString.call(value) === "[object Module]"
      ? tagsOfClasses(value)
      : []
  )

const exported = new Set([client, server, admin, cli, emulator, http, promise, react].flatMap(tagsOfClasses))

/** Returns what a pattern captures in the sources of some folders, comments left out. */
const findAll = (patterns: ReadonlyArray<string>, expressions: ReadonlyArray<RegExp>): ReadonlySet<string> =>
  new Set(
    globSync(patterns, { cwd: root }).flatMap((path) => {
      const code = readFileSync(`${root}${path}`, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
      return expressions.flatMap((expression) => Array.from(code.matchAll(expression), ([, tag]) => tag!))
    })
  )

// `CodedError("Tag")`, `TaggedError("Tag")`, `TaggedErrorClass<Self>()("Tag", …)`, `TaggedErrorClass<Self>("id")("Tag", …)`.
const errorTags = [/(?:CodedError|Tagged(?:Error|ErrorClass))(?:<[^(]*>)?\((?:(?:"[^"]*")?\s*\)\s*\()?\s*"([^"]+)"/g]

/** Every error of ours, exported or not. */
const ours = new Set([...exported, ...findAll(["src/**/*.ts", "react/**/*.{ts,tsx}"], errorTags)])

/** Every tag in Effect, of errors and of other values, in stable and unstable modules. */
const effects = findAll(["node_modules/effect/src/**/*.ts"], [
  ...errorTags,
  /_tag["']?\s*(?::|={1,3}|!==?)\s*(?:\w+\s*=\s*)?["']([^"']+)["']/g,
  /Tagged(?:Class|Struct|Union|Enum)?(?:<[^(]*>)?\((?:(?:"[^"]*")?\s*\)\s*\()?\s*"([^"]+)"/g
])

describe("the tags of errors", () => {
  it("are read from every entry point", () => {
    const known = [
      "ApiError",
      "RateLimited",
      "RequestSchemaError",
      "UnsupportedError",
      "InvalidOptions",
      "UserNotSignedIn",
      "NoPrimaryEmail",
      "TestEmailFailed",
      "BrowserNotOpened",
      "Disposed"
    ]
    for (const tag of known) assert.isTrue(exported.has(tag), tag)
    assert.isAbove(exported.size, 130)
    assert.isAtLeast(ours.size, exported.size)
  })

  it("the tags of Effect are read from its stable and unstable modules", () => {
    const known = [
      "SchemaError",
      "TransportError",
      "HttpClientError",
      "NoSuchElementError",
      "TimeoutError",
      "ConfigError",
      "PlatformError",
      "RpcClientError",
      "HttpApiSchemaError",
      "SqlError"
    ]
    for (const tag of known) assert.isTrue(effects.has(tag), tag)
    assert.isAbove(effects.size, 300)
  })

  it("no error of Latchkey shares its tag with an error of Effect", () => {
    assert.deepStrictEqual([...ours].filter((tag) => effects.has(tag)), [])
  })
})

describe("the codes of errors", () => {
  const classes = globSync("src/**/*.ts", { cwd: root }).flatMap((path) =>
    Array.from(
      readFileSync(`${root}${path}`, "utf8").matchAll(/\nexport class (\w+)\s+extends CodedError\("(\w+)"\)/g),
      ([, name, tag]) => ({ name: name!, tag: tag! })
    )
  )

  it("each error has its class's name as its tag", () => {
    assert.isAtLeast(classes.length, 35)
    for (const { name, tag } of classes) assert.strictEqual(tag, name)
  })

  it("each error's code follows from its tag, also in its type", () => {
    const url: "REDIRECT_URL_NOT_TRUSTED" = new client.Navigation.RedirectUrlNotTrusted({ url: "", message: "" }).code
    const reason = new client.OAuth.InvalidAuthorizationResponse({ message: "" })
    const callback: "OAUTH_CALLBACK_ERROR" = new client.OAuth.OAuthCallbackError({ reason }).code
    const response: "INVALID_AUTHORIZATION_RESPONSE" = reason.code
    const codes: ReadonlyArray<string> = [url, callback, response]
    assert.deepStrictEqual(codes, [
      "REDIRECT_URL_NOT_TRUSTED",
      "OAUTH_CALLBACK_ERROR",
      "INVALID_AUTHORIZATION_RESPONSE"
    ])
  })

  it("no error has the service's code for another error", () => {
    for (const { tag } of classes) assert.include([tag, undefined], findErrorClass(toCode(tag))?.tag, tag)
  })
})
