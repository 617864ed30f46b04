import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cookies, Navigation, NextTokenStore, OAuth, Page, RequestHost, TabStorage } from "latchkey"
import { projectId } from "../session/support.ts"
import { deepText, everything, layer as layerExposure } from "../support/exposure.ts"
import { makeJar } from "../support/host.ts"
import { makeNext } from "../support/next.ts"

const mark = "planted-secret"

const address = `https://app.example.com/handler/magic-link-callback?code=${mark}&state=${mark}&login_code=${mark}`

const cookie = `stack-refresh-${projectId}=${mark}; stack-oauth-outer-a=${mark}`

const request = {
  url: address,
  headers: { cookie, "x-stack-auth": JSON.stringify({ refreshToken: mark, accessToken: mark }) }
}

const hosts: Readonly<Record<string, Layer.Layer<never, unknown>>> = {
  "a request": RequestHost.layer(request, { projectId }),
  "Next": NextTokenStore.layer({ projectId, cookies: makeNext(cookie, "server component").cookies }),
  "a page in memory": Layer.provideMerge(Navigation.layer(), Page.layerMemory(address)),
  "a jar in memory": Cookies.layerMemory,
  "a document": Layer.unwrap(Effect.map(makeJar, (jar) => {
    jar.receive(address, `a=${mark}`)
    return jar.layer(address)
  })),
  "a tab's storage": Layer.succeed(
    TabStorage.TabStorage,
    TabStorage.makeWebStorage(() => {
      throw new Error("blocked")
    })
  )
}

/** Operations on hosts with secrets. None has a printable result. */
const uses = Effect.gen(function*() {
  const context = yield* Effect.context()
  const [cookies, page] = [Context.getOrUndefined(context, Cookies.Cookies), Context.getOrUndefined(context, Page.Page)]
  const navigation = Context.getOrUndefined(context, Navigation.Navigation)
  yield* (yield* TabStorage.TabStorage).set("name", mark)
  if (cookies !== undefined) {
    yield* cookies.set("new", mark, { maxAge: 60 })
    yield* cookies.set("no name", mark, { maxAge: 60 })
    yield* cookies.remove("stack-oauth-outer-a")
  }
  if (navigation !== undefined) yield* Effect.ignore(navigation.redirect(`/?code=${mark}`))
  if (page !== undefined) {
    yield* page.replaceUrl(`/other?code=${mark}`)
    yield* page.goTo(`/other?code=${mark}`)
  }
})

describe("a host", () => {
  for (const [what, layer] of Object.entries(hosts)) {
    it.effect(`a host that is ${what} shows no secret after any operation`, () =>
      Effect.gen(function*() {
        const context = yield* Layer.build(layer)
        const texts = [...yield* everything(Effect.provide(uses, context))]
        for (const service of context.mapUnsafe.values()) {
          texts.push(deepText(service), String(service), `${JSON.stringify(service)}`)
        }
        assert.isAtLeast(context.mapUnsafe.size, 1)
        for (const text of texts) assert.notInclude(text, mark)
      }).pipe(Effect.provide(layerExposure), Effect.scoped))
  }

  it.effect("a page whose URL contains an error shows only that error", () =>
    Effect.gen(function*() {
      const page = `https://app.example.com/handler/error?errorCode=${mark}&message=${mark}&details=${mark}`
      for (const text of yield* everything(Effect.sync(() => OAuth.errorOf(page)))) assert.notInclude(text, mark)
    }).pipe(Effect.provide(layerExposure)))
})
