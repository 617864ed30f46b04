/** Fixed values for passkey ceremonies and OAuth flows, so that recorded ones can be replayed. */
import * as Effect from "effect/Effect"

/** Fixed flow values. By default, challenges are random and the provider page is the emulator's. */
export interface FlowOverrides {
  readonly passkeyChallenge?: string | undefined
  readonly oauthPage?: string | undefined
}

/** Validates the options that fix flow values. A malformed one is a defect, since it is a mistake in the test. */
export const validateFlowOverrides = ({ oauthPage, passkeyChallenge }: FlowOverrides): Effect.Effect<FlowOverrides> => {
  if (passkeyChallenge !== undefined && !/^[\w-]+$/.test(passkeyChallenge)) {
    return Effect.die(new Error("passkeyChallenge must be base64url without padding, such as \"TU9DSw\""))
  }
  if (oauthPage !== undefined && !URL.canParse(oauthPage)) {
    return Effect.die(new Error("oauthPage must be an absolute URL, such as \"http://localhost:8114/auth\""))
  }
  return Effect.succeed({ oauthPage, passkeyChallenge })
}
