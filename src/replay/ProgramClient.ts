import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Caller, Provide } from "../call/Caller.ts"
import { getCause } from "../recorder/CurrentCause.ts"
import { samePseudonyms } from "../recorder/Pseudonyms.ts"
import { recordInput } from "../recorder/recordEvent.ts"
import { type UseOperation, wrapCredentials, wrapSession } from "../recorder/wrapSession.ts"
import type { Client } from "../session/ClientService.ts"
import { type CallGate, makeCallGate } from "./CallGate.ts"
import type { ReplayParts } from "./ReplayClient.ts"
import { makeSessionUser } from "./SessionUser.ts"
import type { TokenText } from "./TokenText.ts"

/**
 * Creates a replayed client whose calls the program under test makes. `inner` is the client without waiting, and `context` has
 * the replay's services.
 */
export const makeProgramClient = (
  { host, time, tokenText }: ReplayParts,
  context: Context.Context<never>,
  inner: () => Client["Service"]
) => {
  const gate = makeCallGate(time)
  return {
    ...makeSessionUser(() => inner().session, host, context),
    isProgram: true,
    decorate: (client: Client["Service"]) => decorateClient(gate, tokenText, client),
    setDone: gate.setDone,
    fail: gate.fail,
    startCall: gate.open,
    startOperation: gate.open,
    interrupt: gate.waitForEnd,
    exitOf: gate.exitOf
  }
}

/** Returns a client whose calls and session operations wait at a gate. */
const decorateClient = (gate: CallGate, tokenText: TokenText, client: Client["Service"]): Client["Service"] => {
  const operate: UseOperation = (effect, { name }) =>
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
    return { ...caller, provide, credentials: wrapCredentials(caller.credentials, operate) }
  }
  return {
    ...client,
    session: wrapSession(client.session, operate, decorateCaller),
    caller: decorateCaller(client.caller)
  }
}
