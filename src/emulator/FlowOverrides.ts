/**
 * What an emulator fixes about passkey ceremonies and OAuth flows, so that recorded ones can be replayed.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * The parts of ceremonies that are fixed. Without a challenge, each is random; without a page, it is the emulator's own.
 *
 * @category models
 * @since 0.1.0
 */
export interface FlowOverrides {
  readonly passkeyChallenge?: string | undefined
  readonly oauthPage?: string | undefined
}

/** @since 0.1.0 */
export const FlowOverrides: Context.Reference<FlowOverrides> = /*#__PURE__*/ Context.Reference<FlowOverrides>(
  "latchkey/emulator/Ceremonies",
  { defaultValue: () => ({}) }
)

/**
 * Returns the fixed parts that options name. Dies if one of them has the wrong form, since that is a mistake in the test.
 *
 * @category constructors
 * @since 0.1.0
 */
export const validateFlowOverrides = ({ oauthPage, passkeyChallenge }: FlowOverrides): Effect.Effect<FlowOverrides> => {
  if (passkeyChallenge !== undefined && !/^[\w-]+$/.test(passkeyChallenge)) {
    return Effect.die(new Error("The option passkeyChallenge must be base64url without padding, such as \"TU9DSw\""))
  }
  if (oauthPage !== undefined && !URL.canParse(oauthPage)) {
    return Effect.die(new Error("The option oauthPage must be an absolute URL, such as \"http://localhost:8114/auth\""))
  }
  return Effect.succeed({ oauthPage, passkeyChallenge })
}
