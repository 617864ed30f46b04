import type * as Clock from "effect/Clock"
import type { RecorderEvent, RecorderEventData } from "./RecorderEvent.ts"

export interface DroppedEvents {
  count: number
  /** Each type's last dropped event, without those with a body. It shows the state before the log's first event. */
  readonly last: Map<RecorderEventData["type"], RecorderEvent>
}

/** An event log. When it is full, it drops the oldest ones. */
export interface EventLog {
  /** Adds an event. `body` is its request's or response's body. */
  readonly push: (data: RecorderEventData, body?: string) => void
  /** Returns the next number without an event, for work that starts. */
  readonly next: () => number
  readonly events: () => ReadonlyArray<RecorderEvent>
  readonly dropped: DroppedEvents
  readonly clear: () => void
}

/** Creates a log of `capacity` events with `maxLength` characters in their bodies. Calls `onPush` after each event. */
export const makeEventLog = (
  capacity: number,
  maxLength: number,
  clock: Clock.Clock,
  onPush: () => void
): EventLog => {
  const dropped: DroppedEvents = { count: 0, last: new Map() }
  // A queue: the events before `first` are dropped. Removing each with `shift` would move all others.
  let events: Array<RecorderEvent | undefined> = []
  let first = 0
  let length = 0
  let seq = 0

  /** Drops the oldest events until the log has at most `limit`, and its bodies fit. */
  const dropUntil = (limit: number) => {
    for (; events.length - first > limit || length > maxLength; first++) {
      const event = events[first]!
      events[first] = undefined
      length -= event.bodyLength
      dropped.count++
      if (event.bodyLength === 0) dropped.last.set(event.data.type, event)
    }
    if (first > limit) {
      events = events.slice(first)
      first = 0
    }
  }

  return {
    dropped,
    next: () => seq++,
    push: (data, body = "") => {
      events.push({ seq: seq++, at: clock.currentTimeMillisUnsafe(), bodyLength: body.length, data })
      length += body.length
      dropUntil(capacity)
      onPush()
    },
    // Sound: only the events before `first` are dropped.
    events: () => events.slice(first) as Array<RecorderEvent>,
    clear: () => dropUntil(0)
  }
}
