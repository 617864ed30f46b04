/** A replayed client whose calls the program under test makes. Each call waits until the replay reaches its recorded start. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Caller, Provide } from "../call/Caller.ts"
import { getCause } from "../recorder/CurrentCause.ts"
import { samePseudonyms } from "../recorder/Pseudonyms.ts"
import type { SessionOperation } from "../recorder/RecorderEvent.ts"
import { recordInput } from "../recorder/recordEvent.ts"
import type { Client } from "../session/ClientService.ts"
import type { ClientSession } from "../session/ClientSession.ts"
import { type CallGate, makeCallGate } from "./CallGate.ts"
import type { ReplayClient, ReplayParts } from "./ReplayClient.ts"
import { restoreSession } from "./restoreSession.ts"
import type { TokenText } from "./TokenText.ts"

/** A program's replayed client. */
export interface ProgramClient extends ReplayClient, Pick<CallGate, "setDone" | "fail"> {
  /** Returns a client whose calls wait. */
  readonly decorate: (client: Client["Service"]) => Client["Service"]
}

/** Creates a program's client. `inner` is the client without waiting, and `context` has the replay's services. */
export const makeProgramClient = (
  { host, time, tokenText }: ReplayParts,
  context: Context.Context<never>,
  inner: () => Client["Service"]
): ProgramClient => {
  const gate = makeCallGate(time)
  const subscriptions = new Map<number, Scope.Closeable>()
  const run = Effect.runForkWith(context)

  return {
    isProgram: true,
    decorate: (client) => decorateClient(gate, tokenText, client),
    setDone: gate.setDone,
    fail: gate.fail,
    restore: (tokens, clockSkewMillis) => run(restoreSession(inner().session, tokens, clockSkewMillis)),
    startCall: gate.open,
    startOperation: gate.open,
    subscribe: (subscription, storeSubscription) => {
      const scope = Scope.makeUnsafe()
      subscriptions.set(subscription, scope)
      host.expectSubscription(storeSubscription)
      run(Scope.provide(inner().session.subscribe(() => {}), scope))
    },
    unsubscribe: (subscription) => {
      const scope = subscriptions.get(subscription)
      if (scope !== undefined) run(Scope.close(scope, Exit.void))
    },
    interrupt: gate.waitForEnd,
    exitOf: gate.exitOf
  }
}

/** Returns a client whose calls and session operations wait at a gate. */
const decorateClient = (gate: CallGate, tokenText: TokenText, client: Client["Service"]): Client["Service"] => {
  const operate = <A, E>(name: SessionOperation, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() =>
      // Calls use the session too, and have their own start.
      getCause() === undefined ? gate.enter({ name, description: `session.${name}`, input: undefined }, effect) : effect
    )

  const decorateCaller = (caller: Caller): Caller => {
    const provide: Provide = (effect, endpoint, input) => {
      const provided = caller.provide?.(effect) ?? effect
      if (endpoint === undefined) return provided
      const json = recordInput({ ...samePseudonyms, text: tokenText.collapse }, endpoint, input)
      const { id } = endpoint
      return gate.enter({ name: id, description: `call ${id}`, input: JSON.stringify(json) }, provided)
    }
    const { currentTokens, expire, settle, storedTokens, tokens } = caller.credentials
    return {
      ...caller,
      provide,
      credentials: {
        tokens: operate("tokens", tokens),
        storedTokens: operate("storedTokens", storedTokens),
        currentTokens: operate("currentTokens", currentTokens),
        expire: (token) => operate("expire", expire(token)),
        settle
      }
    }
  }

  const { session } = client
  const decoratedSession: ClientSession = {
    ...session,
    state: operate("state", session.state),
    getTokens: (validity, validityAlone, maxAge) =>
      operate("getTokens", session.getTokens(validity, validityAlone, maxAge)),
    refresh: operate("refresh", session.refresh),
    signIn: (tokens, mayReplace) => operate("signIn", session.signIn(tokens, mayReplace)),
    end: (tokens) => operate("end", session.end(tokens)),
    detach: operate("detach", Effect.map(session.detach, (caller) => caller && decorateCaller(caller)))
  }
  return { ...client, session: decoratedSession, caller: decorateCaller(client.caller) }
}
