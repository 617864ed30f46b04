import { assert, describe, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import type { ServerOptions } from "../../src/server/Server.ts"
import type { InvalidOptions } from "../../src/session/options.ts"
import { type ConfigOptions, readOptions, readSecret } from "../../src/session/readOptions.ts"
import { isObject, parseJson } from "../../src/wire/Json.ts"
import { runsOf } from "../support/propertyRuns.ts"

/** Reads options with the combinators of `Config` alone: the behavior that `readOptions` must have. */
const readWithConfig = (options: Readonly<Record<string, unknown>>) => {
  const variable = (...names: ReadonlyArray<string>) =>
    Config.map(
      Config.all(names.map((name) => Config.withDefault(Config.String(name), ""))),
      (values) => values.find((value) => value !== "")
    )
  const given = Object.entries(options).flatMap(([name, option]) =>
    option === undefined ? [] : [[name, Config.isConfig(option) ? option : Config.succeed(option)] as const]
  )
  const configs: Record<string, Config.Config<unknown>> = {
    projectId: variable(
      "NEXT_PUBLIC_HEXCLAVE_PROJECT_ID",
      "NEXT_PUBLIC_STACK_PROJECT_ID",
      "HEXCLAVE_PROJECT_ID",
      "STACK_PROJECT_ID"
    ),
    publishableClientKey: variable(
      "NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY",
      "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY",
      "HEXCLAVE_PUBLISHABLE_CLIENT_KEY",
      "STACK_PUBLISHABLE_CLIENT_KEY"
    ),
    extraRequestHeaders: Config.map(
      variable(
        "NEXT_PUBLIC_HEXCLAVE_EXTRA_REQUEST_HEADERS",
        "NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS",
        "HEXCLAVE_EXTRA_REQUEST_HEADERS",
        "STACK_EXTRA_REQUEST_HEADERS"
      ),
      (json) => {
        if (json === undefined) return undefined
        const headers = parseJson(json)
        return isObject(headers) ? headers : { "": "" }
      }
    ),
    secretServerKey: Config.map(
      variable("HEXCLAVE_SECRET_SERVER_KEY", "STACK_SECRET_SERVER_KEY"),
      (value) => value === undefined ? undefined : Redacted.make(value)
    ),
    ...Object.fromEntries(given)
  }
  return Config.map(
    Config.all(configs),
    (found) => Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
  )
}

/** Variables except for those of addresses, which `environment.test.ts` covers. */
const variables = [
  ...["PROJECT_ID", "PUBLISHABLE_CLIENT_KEY", "EXTRA_REQUEST_HEADERS"].flatMap((name) => [
    `NEXT_PUBLIC_HEXCLAVE_${name}`,
    `NEXT_PUBLIC_STACK_${name}`,
    `HEXCLAVE_${name}`,
    `STACK_${name}`
  ]),
  "HEXCLAVE_SECRET_SERVER_KEY",
  "STACK_SECRET_SERVER_KEY",
  "OTHER"
]

const environments = fc.record(
  Object.fromEntries(
    variables.map((name) => [name, fc.constantFrom("", "a", "5", "{\"X-A\":\"1\"}", "{", "[]", " ")])
  ),
  { requiredKeys: [] }
)

const options = fc.record({
  projectId: fc.constantFrom(undefined, "given", Config.String("STACK_PROJECT_ID"), Config.succeed(undefined)),
  apiUrl: fc.constantFrom(undefined, { browser: "b", server: "s" }, Config.withDefault(Config.String("OTHER"), "d")),
  secretServerKey: fc.constantFrom(undefined, Redacted.make("given"), Config.Redacted("OTHER")),
  requestTimeout: fc.constantFrom(undefined, "5 seconds", Config.Duration("OTHER"), Config.Int("OTHER")),
  responseLimit: fc.constantFrom(undefined, 10, Config.option(Config.Int("MISSING")))
}, { requiredKeys: [] })

/** Returns the options, or the text of the error. */
const outcome = (
  effect: Effect.Effect<unknown, Config.ConfigError | InvalidOptions>,
  provider: ConfigProvider.ConfigProvider
) => {
  const exit = Effect.runSyncExit(
    Effect.mapError(Effect.provideService(effect, ConfigProvider.ConfigProvider, provider), String)
  )
  return Exit.isSuccess(exit) ? exit.value : { failed: exit.cause }
}

const secrets = { secretServerKey: readSecret("secretServerKey") }

/** The options of a field that fails if `OTHER` or a project id is missing or invalid: at most one per case. */
const canFail = (given: Readonly<Record<string, unknown>>) =>
  Object.entries(given).filter(([name, option]) =>
    Config.isConfig(option) && name !== "responseLimit" && name !== "apiUrl"
  )

describe("readOptions", () => {
  it("returns the options or the error that Config returns, for any environment and options", () => {
    fc.assert(
      fc.property(environments, options, fc.boolean(), (environment, given, preserveEmptyStrings) => {
        fc.pre(canFail(given).length < 2)
        const provider = ConfigProvider.fromUnknown(environment, { preserveEmptyStrings })
        // Sound: each generated option has a type of its field, or fails at run time, which is compared.
        const read = readOptions<ServerOptions>(given as ConfigOptions<ServerOptions>, secrets)
        assert.deepStrictEqual(outcome(read, provider), outcome(readWithConfig(given), provider))
      }),
      { numRuns: runsOf(300) }
    )
  })

  it.effect("fails with the ConfigError of Effect if the ConfigProvider fails", () =>
    Effect.gen(function*() {
      const cause = new ConfigProvider.SourceError({ message: "The vault is sealed" })
      const provider = ConfigProvider.make(() => Effect.fail(cause))
      const error = yield* Effect.flip(
        Effect.provideService(readOptions({}), ConfigProvider.ConfigProvider, provider)
      )
      const expected = new Config.ConfigError(cause)
      assert.strictEqual(error._tag, expected._tag)
      assert.strictEqual(error.name, expected.name)
      assert.strictEqual(error.cause, expected.cause)
      assert.strictEqual(error.message, expected.message)
      assert.strictEqual(String(error), String(expected))
      assert.include(error.message, "The vault is sealed")
    }))

  it.effect("reports the first field that fails", () =>
    Effect.gen(function*() {
      const provider = ConfigProvider.fromUnknown({ LIMIT: "many" })
      const read = readOptions<ServerOptions>({
        projectId: Config.String("MISSING"),
        responseLimit: Config.Int("LIMIT")
      })
      const error = yield* Effect.flip(Effect.provideService(read, ConfigProvider.ConfigProvider, provider))
      assert.include(error.message, "MISSING")
    }))
})
