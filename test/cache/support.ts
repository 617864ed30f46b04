/** A resource that a test answers, and readers that record its states. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cache, Resource, type TokenStore } from "latchkey"
import { layerTest } from "../session/support.ts"

export const layerCache = (options?: Cache.CacheOptions, store?: Layer.Layer<TokenStore.TokenStore>) =>
  Cache.layer(options).pipe(Layer.provideMerge(layerTest(store)))

/** A resource with slow fetches, which fail as the test specifies and are counted. */
export const makeSource = (
  options: { readonly millis?: number; readonly invalidatedBy?: ReadonlyArray<string> } = {}
) => {
  const source = {
    millis: options.millis ?? 0,
    failure: undefined as string | undefined,
    value: undefined as unknown,
    /** The start times of the fetches. */
    starts: [] as Array<number>,
    interrupted: 0,
    resource: undefined as unknown as Resource.Resource<unknown, string>
  }
  source.resource = Resource.make<unknown, string>({
    name: "source",
    invalidatedBy: options.invalidatedBy ?? [],
    read: Effect.gen(function*() {
      source.starts.push(yield* Clock.currentTimeMillis)
      const value = source.value ?? source.starts.length
      yield* Effect.sleep(source.millis)
      if (source.failure !== undefined) return yield* Effect.fail(source.failure)
      return value
    }).pipe(Effect.onInterrupt(() => Effect.sync(() => source.interrupted++)))
  })
  return source
}

/** Subscribes, and records each state in short. */
export const watch = <A, E>(resource: Resource.Resource<A, E>) =>
  Effect.map(Cache.Cache, ({ observe }) => {
    const { getSnapshot, subscribe } = observe(resource)
    const seen: Array<string> = []
    const note = () => seen.push(inShort(getSnapshot()))
    note()
    const stop = subscribe(note)
    return { seen, stop, entry: observe(resource) }
  })

/** A state as a string: `Pending`, `1`, `1…` while refreshing, `1?` when stale, `!boom` for a failure. */
export const inShort = <A, E>(state: Resource.CacheState<A, E>): string => {
  switch (state._tag) {
    case "Pending":
      return "Pending"
    case "Ready":
      return `${JSON.stringify(state.value)}${state.stale === undefined ? "" : "?"}${state.isRefreshing ? "…" : ""}`
    case "Failed":
      return `!${String(state.cause).match(/boom|gone/)?.[0]}${state.isRefreshing ? "…" : ""}`
  }
}
