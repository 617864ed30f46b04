import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import {
  CookieTokenStore,
  NextTokenStore,
  RequestHost,
  RequestTokenStore,
  StorageTokenStore,
  Tokens,
  TokenStore
} from "latchkey"
import { deepText, everything, Exposure, layer as layerExposure } from "../support/exposure.ts"
import { type Jar, makeJar, makeStorage, type StorageMood } from "../support/host.ts"
import { makeNext } from "../support/next.ts"
import { projectId } from "./support.ts"

const mark = "planted-secret"

const tokens = Tokens.make({ refreshToken: `refresh-${mark}`, accessToken: `access-${mark}` })!
const notUnicode: Tokens.Tokens = {
  refreshToken: Redacted.make(`\ud800${mark}`),
  accessToken: Redacted.make(`\udfff${mark}`)
}

const inCookies = (prepare: (jar: Jar) => void = () => {}) =>
  Layer.unwrap(Effect.map(makeJar, (jar) => {
    prepare(jar)
    return Layer.provide(CookieTokenStore.layer({ projectId }), jar.layer())
  }))

const request = {
  url: "https://app.example.com/",
  headers: {
    "x-stack-auth": JSON.stringify({ refreshToken: `r-${mark}`, accessToken: `a-${mark}` }),
    cookie: `stack-refresh-${projectId}=c-${mark}; stack-access=[${mark}`
  }
}

const inStorage = (...moods: ReadonlyArray<StorageMood>) =>
  Layer.suspend(() => {
    const { moods: those, storage, values } = makeStorage()
    values.set("latchkey", `{"refreshToken":"${mark}`)
    for (const mood of moods) those.add(mood)
    return StorageTokenStore.layer(storage)
  })

const fails = (key: string, value?: string) => Effect.fail(new Error(`${key} ${value}`))

const stores: Readonly<Record<string, Layer.Layer<TokenStore.TokenStore>>> = {
  "in cookies": inCookies(),
  "in cookies that are blocked": inCookies((jar) => jar.isSandboxed = true),
  "over a request": Layer.provide(RequestTokenStore.layer(request, { projectId }), RequestHost.layerHost(request)),
  "over a server component": NextTokenStore.layer({
    projectId,
    cookies: makeNext(request.headers.cookie, "server component").cookies
  }),
  "over a storage": inStorage(),
  "over a storage that fails": inStorage("is not there"),
  "over a storage that fails later": inStorage("is not there", "slow"),
  "over effects that fail": StorageTokenStore.layerKeyValue({ get: fails, set: fails, remove: fails })
}

describe("a store", () => {
  for (const [what, layer] of Object.entries(stores)) {
    it.effect(`a store ${what} shows no token after any operation`, () =>
      Effect.gen(function*() {
        const store = yield* TokenStore.TokenStore
        const uses = [
          store.get,
          store.modify(() => tokens),
          store.modify(() => notUnicode),
          store.modify(() => {
            throw new Error("on purpose")
          }),
          store.modify(() => undefined)
        ]
        for (const use of uses) {
          for (const text of [...yield* everything(use), deepText(store)]) assert.notInclude(text, mark)
        }
        assert.isNotEmpty((yield* Exposure).spans)
      }).pipe(Effect.provide(layer), Effect.provide(layerExposure)))
  }
})
