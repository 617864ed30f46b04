/** Clients beside the program's client, with a separate session. */
import * as Effect from "effect/Effect"
import { call } from "../call/call.ts"
import * as wire from "../wire/currentSession.ts"
import type { Client } from "./ClientService.ts"
import * as ClientSession from "./ClientSession.ts"
import * as SingleFlight from "./SingleFlight.ts"
import type { Tokens } from "./Tokens.ts"
import { makeMemory } from "./TokenStore.ts"

/** The longest wait until a session has ended. */
const endTimeout = "5 seconds"

/** Creates a client like the given one, whose session is separate and has its own tokens in memory. */
export const makeSeparate = (
  client: Client["Service"],
  tokens: Tokens | undefined
): Effect.Effect<Client["Service"]> =>
  Effect.gen(function*() {
    const singleFlight = yield* SingleFlight.make
    const skew = yield* client.session.clockSkewMillis
    const session = yield* ClientSession.make(yield* makeMemory(tokens), client.caller, singleFlight, skew)
    return { ...client, session, singleFlight, caller: ClientSession.makeCaller(client.caller, session) }
  })

/** Ends the session with these tokens. Never fails, and times out after five seconds. */
export const endSession = (client: Client["Service"], tokens: Tokens): Effect.Effect<void> =>
  makeSeparate(client, tokens).pipe(
    Effect.flatMap(({ caller }) => call(caller, wire.signOut, { payload: {} })),
    Effect.timeoutOption(endTimeout),
    Effect.match({ onFailure: () => {}, onSuccess: () => {} })
  )
