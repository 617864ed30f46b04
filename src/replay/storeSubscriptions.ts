/** The subscriptions of a recorded client to its token store. */
import type { RecordedEvent } from "../recorder/Recording.ts"

/** The subscriptions to a token store. */
export interface StoreSubscriptions {
  /** The subscriptions from before the first event. */
  readonly earlier: ReadonlyArray<number>
  /** Returns the subscription to the store that a subscription to the state made; `undefined` if the store did not change. */
  readonly find: (event: RecordedEvent) => number | undefined
}

/** Finds the subscriptions to the store by the changes that they reported. */
export const findStoreSubscriptions = (events: ReadonlyArray<RecordedEvent>): StoreSubscriptions => {
  const all = new Set(events.flatMap((event) => event.type === "StoreChanged" ? [event.subscription] : []))
  const starts = events.filter((event) => event.type === "Subscribed")
  const found = new Map<RecordedEvent, number>()
  for (const [index, event] of starts.entries()) {
    const end = starts[index + 1]?.seq ?? Infinity
    for (const subscription of all) if (subscription > event.seq && subscription < end) found.set(event, subscription)
  }
  const later = new Set(found.values())
  return {
    earlier: [...all].filter((subscription) => !later.has(subscription)),
    find: (event) => found.get(event)
  }
}
