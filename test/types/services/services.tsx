// An app that declares a service. The declaration is for a whole program, so this folder is one.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import type { Cache, Client, Cookies, Navigation, Page } from "latchkey"
import { AuthProvider, EffectAuthProvider, type ProvidedServices, useAction } from "latchkey/react"

class Orders extends Context.Service<Orders, { readonly count: Effect.Effect<number> }>()("test/Orders") {}
class Unsaid extends Context.Service<Unsaid, { readonly count: Effect.Effect<number> }>()("test/Unsaid") {}

declare module "latchkey/react" {
  interface Services {
    readonly Orders: Orders
  }
}

type Browser = Client.Client | Navigation.Navigation | Cookies.Cookies | Page.Page

declare const complete: Layer.Layer<Browser | Orders>
declare const incomplete: Layer.Layer<Browser>
declare const runtime: ManagedRuntime.ManagedRuntime<Browser | Orders | Cache.Cache, never>
declare const withoutOrders: ManagedRuntime.ManagedRuntime<Browser | Cache.Cache, never>

export const providers = [
  <AuthProvider layer={complete} />,
  <AuthProvider runtime={runtime} />,
  <EffectAuthProvider layer={complete} />,
  // @ts-expect-error: the layer lacks Orders
  <AuthProvider layer={incomplete} />,
  // @ts-expect-error: the runtime lacks Orders
  <AuthProvider runtime={withoutOrders} />,
  // @ts-expect-error: the layer lacks Orders
  <EffectAuthProvider layer={incomplete} />,
  // @ts-expect-error: the client of a projectId lacks Orders
  <AuthProvider projectId="a" />
]

export const services = {
  orders: undefined! as Orders,
  others: undefined! as Browser | Cache.Cache
} satisfies { readonly [name: string]: ProvidedServices }

export const useActions = () => [
  useAction(() => Orders.use(({ count }) => count)),
  useAction(Orders.use(({ count }) => count)),
  // @ts-expect-error: the app has not declared this service
  useAction(() => Unsaid.use(({ count }) => count))
]
