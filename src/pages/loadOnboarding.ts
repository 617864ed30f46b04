import * as Effect from "effect/Effect"

/** The code for signed-in and restricted users, which loads when it is used. */
export const loadOnboarding = /*#__PURE__*/ Effect.promise(() => import("./Onboarding.ts"))
