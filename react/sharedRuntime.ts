/**
 * The provider runtimes: one per layer while it is mounted.
 *
 * React discards the state when components suspend before they mount. A runtime in such a state would be created, and
 * would fetch, again and again. Runtimes are therefore stored by layer.
 */
import type * as Context from "effect/Context"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Cache from "../src/cache/Cache.ts"
import type { ProvidedServices } from "./Auth.ts"

/**
 * The layer for an app: all services that effects in components can use, except the cache. Its errors are thrown where the
 * provider renders.
 */
export type AppLayer = Layer.Layer<Exclude<ProvidedServices, Cache.Cache>, unknown>

/** A runtime that the app created: all services that effects in components can use. */
export type AppRuntime = ManagedRuntime.ManagedRuntime<ProvidedServices, unknown>

/** A runtime, and how many mounted providers use it. */
export interface SharedRuntime<R extends Disposable = AppRuntime> {
  readonly runtime: R
  /** Called before the runtime is disposed. */
  readonly end: () => void
  mounts: number
  isDisposed: boolean
}

interface Disposable {
  readonly dispose: () => Promise<void>
}

/** Creates the record for a runtime that is not mounted yet. */
export const makeSharedRuntime = <R extends Disposable>(runtime: R, end: () => void = () => {}): SharedRuntime<R> => ({
  runtime,
  end,
  mounts: 0,
  isDisposed: false
})

const sharedRuntimes = new WeakMap<AppLayer, SharedRuntime>()

/**
 * Returns a layer's shared runtime, and creates it if necessary. It builds nothing, because it is called during a
 * render.
 */
export const sharedRuntimeOf = (layer: AppLayer, dehydrated: unknown): SharedRuntime => {
  const existing = sharedRuntimes.get(layer)
  if (existing !== undefined) return existing
  const runtime = ManagedRuntime.make(Layer.provideMerge(Cache.layer({ dehydrated: dehydrated ?? null }), layer))
  const created = makeSharedRuntime(runtime, () => sharedRuntimes.delete(layer))
  sharedRuntimes.set(layer, created)
  return created
}

/**
 * Keeps a runtime while a provider is mounted. When the last one unmounts, disposes the runtime, unless another mounts in the
 * same tick.
 */
export const mountRuntime = (shared: SharedRuntime<Disposable>): () => void => {
  shared.mounts++
  return () => {
    shared.mounts--
    queueMicrotask(() => {
      if (shared.mounts > 0 || shared.isDisposed) return
      shared.isDisposed = true
      shared.end()
      void shared.runtime.dispose()
    })
  }
}

/** A runtime's services while they are built. */
export interface ContextBuild {
  readonly fiber: Fiber.Fiber<Context.Context<ProvidedServices>, unknown>
  /** Resolves when the build has succeeded or failed. */
  readonly done: Promise<unknown>
}

const builds = new WeakMap<AppRuntime, ContextBuild>()

/** Builds a runtime's services. Later calls return the same build. */
export const buildContext = (runtime: AppRuntime): ContextBuild => {
  const existing = builds.get(runtime)
  if (existing !== undefined) return existing
  const fiber = runtime.runFork(runtime.contextEffect)
  const created = { fiber, done: new Promise((resolve) => fiber.addObserver(resolve)) }
  builds.set(runtime, created)
  return created
}
