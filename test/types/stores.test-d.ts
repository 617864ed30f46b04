import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import {
  Browser,
  Client,
  type Cookies,
  CookieTokenStore,
  type InvalidOptions,
  type Navigation,
  NextTokenStore,
  type Page,
  RequestHost,
  RequestTokenStore,
  StorageTokenStore,
  type TokenStore
} from "latchkey"
import type { IncomingMessage } from "node:http"
import type { makeNext } from "../support/next.ts"

const projectId = "internal"

declare const request: Request
declare const incoming: IncomingMessage
declare const next: ReturnType<typeof makeNext>

describe("CookieTokenStore", () => {
  it("requires cookies, and cannot fail", () => {
    expectTypeOf(CookieTokenStore.layer({ projectId })).toEqualTypeOf<
      Layer.Layer<TokenStore.TokenStore, never, Cookies.Cookies>
    >()
    expectTypeOf(CookieTokenStore.make).toEqualTypeOf<
      (
        options: CookieTokenStore.CookieTokenStoreOptions
      ) => Effect.Effect<TokenStore.TokenStore["Service"], never, Cookies.Cookies>
    >()
    CookieTokenStore.layer({ projectId, domain: "example.com" })
    // @ts-expect-error the cookies belong to a project
    CookieTokenStore.layer({})
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

  it("RequestHost is available without a token store", () => {
    expectTypeOf(RequestHost.layerHost(request)).toEqualTypeOf<
      Layer.Layer<RequestHost.PendingResponse | Page.Page | Cookies.Cookies>
    >()
  })

  it("RequestHost creates the response for its own request only", () => {
    expectTypeOf(RequestHost.respond("body", { status: 201 })).toEqualTypeOf<
      Effect.Effect<Response, never, RequestHost.PendingResponse>
    >()
    expectTypeOf(RequestHost.headers).toEqualTypeOf<Effect.Effect<Headers, never, RequestHost.PendingResponse>>()
    // @ts-expect-error there is no request to answer
    Effect.runPromise(RequestHost.respond())
  })
})

describe("RequestTokenStore", () => {
  it("accepts any object with headers, and requires cookies", () => {
    expectTypeOf(RequestTokenStore.layer({ headers: { get: (_: string) => null } }, { projectId })).toEqualTypeOf<
      Layer.Layer<TokenStore.TokenStore, never, Cookies.Cookies>
    >()
    RequestTokenStore.layer(incoming, { projectId })
    RequestTokenStore.layer({ headers: { cookie: "a=1", "x-stack-auth": ["{}"] } }, { projectId })
    // @ts-expect-error a text is no request
    RequestTokenStore.layer("GET /", { projectId })
  })
})

describe("NextTokenStore", () => {
  it("accepts the functions of next/headers, their promises and their values", () => {
    const layer = NextTokenStore.layer({
      projectId,
      cookies: next.cookies,
      headers: () => Promise.resolve(new Headers())
    })
    expectTypeOf(layer).toEqualTypeOf<Layer.Layer<TokenStore.TokenStore | Cookies.Cookies>>()
    NextTokenStore.layer({ projectId, cookies: next.cookies() })
    NextTokenStore.layer({ projectId, cookies: next.jar, headers: new Headers() })
    // @ts-expect-error there is nothing that could be written with
    NextTokenStore.layer({ projectId, cookies: { getAll: () => [] } })
  })
})

describe("StorageTokenStore", () => {
  it("accepts a browser's storages and their events", () => {
    expectTypeOf(StorageTokenStore.layer(localStorage, { events: window, key: "tokens" })).toEqualTypeOf<
      Layer.Layer<TokenStore.TokenStore>
    >()
    StorageTokenStore.layer(() => sessionStorage)
  })

  it("accepts a storage that returns promises", () => {
    StorageTokenStore.layer({
      getItem: (_key: string) => Promise.resolve<string | null>(null),
      setItem: (_key: string, _value: string) => Promise.resolve(),
      removeItem: (_key: string) => Promise.resolve()
    })
    // @ts-expect-error a storage of numbers
    StorageTokenStore.layer({ getItem: (_key: string) => 7, setItem: () => {}, removeItem: () => {} })
  })

  it("accepts a KeyValueStore, whose failures it handles", () => {
    const layer = Effect.map(KeyValueStore.KeyValueStore, (store) => StorageTokenStore.layerKeyValue(store))
    expectTypeOf(Layer.unwrap(layer)).toEqualTypeOf<
      Layer.Layer<TokenStore.TokenStore, never, KeyValueStore.KeyValueStore>
    >()
  })
})
