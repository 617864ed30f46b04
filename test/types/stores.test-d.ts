import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import {
  Browser,
  Client,
  type Cookies,
  CookieStore,
  type InvalidOptions,
  type Navigation,
  NextStore,
  type Page,
  RequestHost,
  RequestStore,
  StorageStore,
  type TokenStore
} from "latchkey"
import type { IncomingMessage } from "node:http"
import type { makeNext } from "../support/next.ts"

const projectId = "internal"

declare const request: Request
declare const incoming: IncomingMessage
declare const next: ReturnType<typeof makeNext>

describe("CookieStore", () => {
  it("requires cookies, and cannot fail", () => {
    expectTypeOf(CookieStore.layer({ projectId })).toEqualTypeOf<
      Layer.Layer<TokenStore.TokenStore, never, Cookies.Cookies>
    >()
    expectTypeOf(CookieStore.make).toEqualTypeOf<
      (
        options: CookieStore.CookieStoreOptions
      ) => Effect.Effect<TokenStore.TokenStore["Service"], never, Cookies.Cookies>
    >()
    CookieStore.layer({ projectId, domain: "example.com" })
    // @ts-expect-error the cookies belong to a project
    CookieStore.layer({})
  })
})

describe("Browser", () => {
  it("provides everything a browser app needs besides the client", () => {
    expectTypeOf(Browser.layer({ projectId })).toEqualTypeOf<
      Layer.Layer<
        TokenStore.TokenStore | Navigation.Navigation | Page.Page | Cookies.Cookies,
        Page.HostUnavailable | InvalidOptions
      >
    >()
    expectTypeOf(
      Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
        Layer.provideMerge(Browser.layer({ projectId, urls: { signIn: "/login" }, redirectMethod: "window" }))
      )
    ).toEqualTypeOf<
      Layer.Layer<
        Client.Client | TokenStore.TokenStore | Navigation.Navigation | Page.Page | Cookies.Cookies,
        Page.HostUnavailable | InvalidOptions
      >
    >()
  })
})

describe("RequestHost", () => {
  it("provides everything an app needs of a request, the web's or Node's", () => {
    type Services =
      | TokenStore.TokenStore
      | Navigation.Navigation
      | Page.Page
      | Cookies.Cookies
      | RequestHost.PendingResponse
    expectTypeOf(RequestHost.layer(request, { projectId })).toEqualTypeOf<Layer.Layer<Services, InvalidOptions>>()
    expectTypeOf(RequestHost.layer(incoming, { projectId })).toEqualTypeOf<Layer.Layer<Services, InvalidOptions>>()
  })

  it("is available without a token store, too", () => {
    expectTypeOf(RequestHost.layerHost(request)).toEqualTypeOf<
      Layer.Layer<RequestHost.PendingResponse | Page.Page | Cookies.Cookies>
    >()
  })

  it("creates the response of its request only", () => {
    expectTypeOf(RequestHost.respond("body", { status: 201 })).toEqualTypeOf<
      Effect.Effect<Response, never, RequestHost.PendingResponse>
    >()
    expectTypeOf(RequestHost.headers).toEqualTypeOf<Effect.Effect<Headers, never, RequestHost.PendingResponse>>()
    // @ts-expect-error there is no request to answer
    Effect.runPromise(RequestHost.respond())
  })
})

describe("RequestStore", () => {
  it("accepts any object with headers, and requires cookies", () => {
    expectTypeOf(RequestStore.layer({ headers: { get: (_: string) => null } }, { projectId })).toEqualTypeOf<
      Layer.Layer<TokenStore.TokenStore, never, Cookies.Cookies>
    >()
    RequestStore.layer(incoming, { projectId })
    RequestStore.layer({ headers: { cookie: "a=1", "x-stack-auth": ["{}"] } }, { projectId })
    // @ts-expect-error a text is no request
    RequestStore.layer("GET /", { projectId })
  })
})

describe("NextStore", () => {
  it("accepts the functions of next/headers, their promises and their values", () => {
    const layer = NextStore.layer({ projectId, cookies: next.cookies, headers: () => Promise.resolve(new Headers()) })
    expectTypeOf(layer).toEqualTypeOf<Layer.Layer<TokenStore.TokenStore | Cookies.Cookies>>()
    NextStore.layer({ projectId, cookies: next.cookies() })
    NextStore.layer({ projectId, cookies: next.jar, headers: new Headers() })
    // @ts-expect-error there is nothing that could be written with
    NextStore.layer({ projectId, cookies: { getAll: () => [] } })
  })
})

describe("StorageStore", () => {
  it("accepts a browser's storages and their events", () => {
    expectTypeOf(StorageStore.layer(localStorage, { events: window, key: "tokens" })).toEqualTypeOf<
      Layer.Layer<TokenStore.TokenStore>
    >()
    StorageStore.layer(() => sessionStorage)
  })

  it("accepts a storage that returns promises", () => {
    StorageStore.layer({
      getItem: (_key: string) => Promise.resolve<string | null>(null),
      setItem: (_key: string, _value: string) => Promise.resolve(),
      removeItem: (_key: string) => Promise.resolve()
    })
    // @ts-expect-error a storage of numbers
    StorageStore.layer({ getItem: (_key: string) => 7, setItem: () => {}, removeItem: () => {} })
  })

  it("accepts a KeyValueStore, whose failures it handles", () => {
    const layer = Effect.map(KeyValueStore.KeyValueStore, (store) => StorageStore.layerKeyValue(store))
    expectTypeOf(Layer.unwrap(layer)).toEqualTypeOf<
      Layer.Layer<TokenStore.TokenStore, never, KeyValueStore.KeyValueStore>
    >()
  })
})
