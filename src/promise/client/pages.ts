/** The handler's pages as promises. They load with the first page. */
import * as Effect from "effect/Effect"
import { open } from "../../pages/HandlerPages.ts"
import { isPlainObject } from "../../session/optionNames.ts"
import type { MakeCall } from "../makeCall.ts"
import { takeSignal } from "../makeMethods.ts"
import type { OpenedPage } from "../openPage.ts"
import type { Services } from "./Services.ts"

/** @internal */
export const openPage = (call: MakeCall<Services>): Effect.Effect<OpenedPage, Effect.Error<typeof open>, Services> => {
  /** Converts a page's steps, and those on the pages that they open. */
  const convert = (value: unknown): unknown => {
    if (value instanceof Error) return value
    // Sound, also below: a page's types have the services that its steps need.
    if (Effect.isEffect(value)) return toStep(() => value as Effect.Effect<unknown, unknown, Services>)
    if (typeof value === "function") return toStep((...inputs) => value(...inputs))
    if (Array.isArray(value)) return value.map(convert)
    if (!isPlainObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, part]) => key === "tokens" ? [] : [[key, convert(part)]])
    )
  }
  const toStep = (step: (...inputs: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, Services>) => {
    const method = (...args: ReadonlyArray<unknown>) => {
      const { inputs, signal } = takeSignal(args)
      return call(Effect.suspend(() => Effect.map(step(...inputs), convert)), signal, method)
    }
    return method
  }
  // Sound: `Paged` describes the conversion.
  return Effect.map(open, convert) as Effect.Effect<OpenedPage, Effect.Error<typeof open>, Services>
}
