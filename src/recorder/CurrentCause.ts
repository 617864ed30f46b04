import * as Context from "effect/Context"
import * as Fiber from "effect/Fiber"

/** The number of a fiber's call or session operation. */
export const CurrentCause: Context.Reference<number | undefined> = /*#__PURE__*/ Context.Reference<number | undefined>(
  "latchkey/recorder/CurrentCause",
  { defaultValue: () => undefined }
)

/** Returns the number of the running fiber's call or session operation. */
export const getCause = (): number | undefined => Fiber.getCurrent()?.getRef(CurrentCause)
