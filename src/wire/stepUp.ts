/** The parameters of step-up challenges (RFC 9470). */

/** The `acr_values` that asks for a second factor: the policy "multi-factor" of OpenID PAPE 1.0 § 4. */
export const secondFactorAcr = "http://schemas.openid.net/pape/policies/2007/06/multi-factor"

/** A server's challenge: the request needs a sign-in that is more recent or stronger. */
export interface Challenge {
  /** The longest time since the sign-in, in seconds. `undefined` if only the factor matters. */
  readonly maxAge: number | undefined
  /** `"second"` if the sign-in must include a second factor. */
  readonly factor: "second" | undefined
}
