/**
 * The walk through a recording: the program makes the recorded calls, the service sends the recorded responses, and everything
 * that the client does is compared with the recording.
 *
 * A recording alternates between the world's work (the program's calls, responses, the token store's results, changes by other
 * tabs) and the client's work (requests, writes, states, results). The walk does the world's work itself, or lets the program
 * do it, and expects the client's work.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Recording } from "../recorder/Recording.ts"
import type { SessionState } from "../session/SessionState.ts"
import { describeRequest } from "./describeEvent.ts"
import type { ReplayResult } from "./Difference.ts"
import { type Advance, makeAdvance } from "./makeAdvance.ts"
import type { ReplayClient } from "./ReplayClient.ts"
import { replayEvent } from "./replayEvent.ts"
import { makeWalkState, recordState, type WalkState } from "./WalkState.ts"

/** Creates the walk through a recording. */
export const makeWalk = (recording: Recording) => {
  const walk = makeWalkState(recording)
  const { clientWork, events, time, tokenText } = walk

  /** Walks through the recording until the first difference. `hasTasks` returns `true` if the client will do more. */
  const run = Effect.fnUntraced(function*(
    client: ReplayClient,
    hasTasks: () => boolean
  ): Effect.fn.Return<ReplayResult> {
    if (!client.isProgram) walk.listener = client
    const advance = makeAdvance(walk, client, hasTasks)
    const walking = { walk, client, advance }
    yield* restoreStart(walk, recording.start, client, advance)
    for (const [index, event] of events.entries()) {
      walk.position = index
      clientWork.applyBefore(event.seq)
      time.setTime(event.at)
      yield* advance.startMissing(event.seq)
      const mismatch = yield* replayEvent(walking, event).pipe(
        Effect.andThen(advance.settle),
        Effect.andThen(Effect.suspend(() => {
          walk.position = index + 1
          return expectNothing(walk)
        })),
        Effect.as(undefined),
        Effect.catch((mismatch) => Effect.succeed(mismatch))
      )
      if (mismatch !== undefined) {
        return { difference: { seq: event.seq, ...mismatch }, replayed: walk.position, skipped: walk.skipped }
      }
    }
    return { difference: undefined, replayed: events.length, skipped: walk.skipped }
  })

  return { host: clientWork.host, time, tokenText, onState: (state: SessionState) => recordState(walk, state), run }
}

/** Restores the subscriptions, the session and the clock with which the recording starts. */
const restoreStart = Effect.fnUntraced(function*(
  { clientWork: { host }, states, storeSubscriptions, tokenText }: WalkState,
  start: Recording["start"],
  client: ReplayClient,
  { settle }: Advance
) {
  for (const subscription of storeSubscriptions.earlier) client.subscribe(-1 - subscription, subscription)
  if (start.state === undefined) return
  client.restore(tokenText.toTokens(start.state.tokens), start.clockSkewMillis)
  yield* settle
  // Their first reads are not in the recording.
  for (const subscription of storeSubscriptions.earlier) host.startSubscription(subscription)
  yield* settle
  for (const work of host.waiting) {
    const tokens = tokenText.toTokens(start.state.tokens)
    work.finish(Exit.succeed(work.kind === "write" ? work.change!(tokens) : tokens))
    yield* settle
  }
  states.length = 0
})

/** Fails if the client does something that the recording does not contain. */
const expectNothing = ({ clientWork }: WalkState) => {
  const unexpected = clientWork.findUnexpected()
  if (unexpected === undefined) return Effect.void
  const { sent, work: { cause } } = unexpected
  const place = cause === undefined ? "" : `call ${cause} `
  return Effect.fail({ expected: undefined, actual: `${place}sends ${describeRequest(sent)}` })
}
