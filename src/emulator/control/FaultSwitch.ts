/** An emulator's current fault. */
import * as Effect from "effect/Effect"
import type { TransportFailure } from "../../call/Transport.ts"
import { encodeOrThrow } from "../requests/http.ts"
import { type Exchange, type Fault, type Interceptor, passThrough } from "./Fault.ts"
import { FaultCodec, type FaultJson, toFault } from "./faultJson.ts"
import * as Faults from "./Faults.ts"

/** A fault that a program has set, which has no JSON. */
const custom = { fault: "custom" } as const

/** A current fault in the list. */
export type ListedFault = FaultJson | typeof custom

/** Sets, lists and applies the current fault. */
export interface FaultSwitch {
  readonly set: (fault: Fault | undefined) => Effect.Effect<void>
  readonly setAll: (faults: ReadonlyArray<FaultJson>) => Effect.Effect<void>
  /** The faults in effect. `times` counts the requests that the fault still affects. */
  readonly list: () => ReadonlyArray<ListedFault>
  readonly intercept: <A>(exchange: Exchange<A>) => Effect.Effect<A, TransportFailure>
}

/** Creates a switch without a fault. */
export const make = (): FaultSwitch => {
  let interceptor: Interceptor = passThrough
  let list: FaultSwitch["list"] = () => []
  const setTo = (fault: Fault, listed: typeof list) =>
    Effect.map(fault.makeInterceptor, (made) => {
      interceptor = made
      list = listed
    })
  return {
    set: (fault) => fault === undefined ? setTo(Faults.none, () => []) : setTo(fault, () => [custom]),
    setAll: (faults) => {
      const counted = faults.map((json) => ({ json, left: json.times ?? Infinity }))
      return setTo(
        Faults.all(...counted.map((each) => {
          const fault = Faults.limitTo(() => each.left-- > 0, toFault(each.json))
          return each.json.only === undefined ? fault : Faults.limitTo(each.json.only, fault)
        })),
        () =>
          counted.flatMap(({ json, left }) =>
            left <= 0 ? [] : [json.times === undefined ? json : { ...json, times: left }]
          )
      )
    },
    list: () => list(),
    intercept: (exchange) => interceptor(exchange)
  }
}

/** Lists the current faults in the JSON that sets them. A fault set by a program is `{ "fault": "custom" }`. */
export const listFaults = (faults: FaultSwitch): ReadonlyArray<unknown> =>
  faults.list().map((fault) => fault.fault === "custom" ? fault : encodeOrThrow(FaultCodec, fault))
