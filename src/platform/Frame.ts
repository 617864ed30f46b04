/** The frame around the page. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The part of a browser's window that is used. Both are missing on other hosts. */
interface FrameHost {
  readonly self?: unknown
  readonly top?: unknown
}

/**
 * The frame around the page. Pages for consent show no buttons in a frame, since another site can hide their text (clickjacking). By default compares `window.top` with the window; hosts without a window have no frames.
 */
export const Frame: Context.Reference<{ readonly isFramed: Effect.Effect<boolean> }> = /*#__PURE__*/ Context.Reference(
  "latchkey/platform/Frame",
  {
    defaultValue: () => ({
      isFramed: Effect.sync(() => {
        // Sound: both properties are only compared.
        const { self, top } = globalThis as FrameHost
        return top !== self
      })
    })
  }
)
