/** The cache of a client's subscribers. */
import type { Cache } from "../../cache/Cache.ts"
import type { Runtime } from "../Runner.ts"
import type { Services } from "./Services.ts"

const caches = new WeakMap<Runtime<Services>, Cache["Service"]>()

/** Keeps a client's cache, for {@link findCache}. @internal */
export const keepCache = (runtime: Runtime<Services>, cache: Cache["Service"]): void => void caches.set(runtime, cache)

/** Returns the cache of a client, if there has been a subscriber. @internal */
export const findCache = (runtime: Runtime<Services>): Cache["Service"] | undefined => caches.get(runtime)
