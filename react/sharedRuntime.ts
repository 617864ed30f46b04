/**
 * The runtimes behind providers: one for each layer, for as long as it is mounted.
 *
 * React forgets the state of what it has rendered and not mounted, such as a tree that waits for data. A runtime that lived in
 * such a state would be made again each time, and fetch again, forever. So runtimes are found by their layer.
 *
 * @since 0.1.0
 */
import type * as Context from "effect/Context"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Cache from "../src/cache/Cache.ts"
import type { Client } from "../src/session/Client.ts"

/** The layer of an app. What it may fail with is thrown where it is rendered. */
export type AppLayer = Layer.Layer<Client, unknown>

/** A runtime that an app has made by itself. */
export type AppRuntime = ManagedRuntime.ManagedRuntime<Client | Cache.Cache, unknown>

/** A runtime, and how many providers show it. */
export interface SharedRuntime<R extends Disposable = AppRuntime> {
  readonly runtime: R
  /** Is called before the runtime is disposed. */
  readonly end: () => void
  mounts: number
  isDisposed: boolean
}

interface Disposable {
  readonly dispose: () => Promise<void>
}

/** Creates what holds a runtime that nobody shows yet. */
export const makeSharedRuntime = <R extends Disposable>(runtime: R, end: () => void = () => {}): SharedRuntime<R> => ({
  runtime,
  end,
  mounts: 0,
  isDisposed: false
})

const sharedRuntimes = new WeakMap<AppLayer, SharedRuntime>()

/** Returns the shared of a layer, a new one if there is none. Builds nothing: it is called while React renders. */
export const sharedRuntimeOf = (layer: AppLayer, dehydrated: unknown): SharedRuntime => {
  const existing = sharedRuntimes.get(layer)
  if (existing !== undefined) return existing
  const runtime = ManagedRuntime.make(Layer.provideMerge(Cache.layer({ dehydrated }), layer))
  const made = makeSharedRuntime(runtime, () => sharedRuntimes.delete(layer))
  sharedRuntimes.set(layer, made)
  return made
}

/** Holds a runtime while a provider is mounted. The last one that lets go disposes it, unless one comes back at once. */
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

/** The services of a runtime on their way. */
export interface ContextBuild {
  readonly fiber: Fiber.Fiber<Context.Context<Client | Cache.Cache>, unknown>
  /** Resolves when they are there, or cannot be. */
  readonly done: Promise<unknown>
}

const builds = new WeakMap<AppRuntime, ContextBuild>()

/** Builds the services of a runtime, once. */
export const buildContext = (runtime: AppRuntime): ContextBuild => {
  const existing = builds.get(runtime)
  if (existing !== undefined) return existing
  const fiber = runtime.runFork(runtime.contextEffect)
  const made = { fiber, done: new Promise((resolve) => fiber.addObserver(resolve)) }
  builds.set(runtime, made)
  return made
}
