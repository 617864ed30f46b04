import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { Cache, Client, Cookies, CurrentUser, Navigation, Page, RequestHost, TokenStore } from "latchkey"
import { Metrics } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { Users } from "latchkey/server"

/** Runs an effect as a program in JavaScript does, whose compiler reports no missing service. */
const run = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.exit(effect as Effect.Effect<A, E>)

describe("a missing service", () => {
  const cases: ReadonlyArray<readonly [effect: Effect.Effect<unknown, unknown, any>, key: string, layer: string]> = [
    [CurrentUser.get(), "latchkey/session/Client", "Client.layer"],
    [Client.Client, "latchkey/session/Client", "Client.layer"],
    [Cache.Cache, "latchkey/cache/Cache", "Cache.layer"],
    [Emulator.Emulator, "latchkey/emulator/Emulator", "Emulator.layer"],
    [
      Layer.build(Client.layer({ projectId: "internal" })),
      "latchkey/session/TokenStore",
      "TokenStore.layerMemory or CookieTokenStore.layer"
    ],
    [Navigation.redirectTo("home"), "latchkey/navigation/Navigation", "Navigation.layer"],
    [Layer.build(Navigation.layer()), "latchkey/platform/Page", "Page.layerBrowser or RequestHost.layer"],
    [Cookies.Cookies, "latchkey/platform/Cookies", "Cookies.layerBrowser or RequestHost.layer"],
    [Users.list(), "latchkey/server/Server", "Server.layer"],
    [Metrics.get, "latchkey/admin/Admin", "Admin.layer"],
    [RequestHost.respond(), "latchkey/platform/PendingResponse", "RequestHost.layer"]
  ]

  for (const [effect, key, layer] of cases) {
    it.effect(`a missing ${key} is a defect that names ${layer}`, () =>
      Effect.gen(function*() {
        const exit = yield* run(Effect.scoped(effect))
        assert(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
        const error = Cause.squash(exit.cause)
        assert.instanceOf(error, Error)
        assert.strictEqual(error.message, `Service not found: ${key}. Provide ${layer}`)
      }))
  }

  it.effect("a provided service causes no defect", () =>
    Effect.gen(function*() {
      const page = yield* Page.makeMemory("https://app.example.com/")
      assert.strictEqual(yield* Effect.provideService(Page.Page, Page.Page, page), page)
      assert.isDefined(yield* TokenStore.TokenStore)
    }).pipe(Effect.provide(TokenStore.layerNone)))
})
