/** A host with passkeys for tests: a software authenticator behind a page, and a user who responds when the test decides. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { WebAuthn } from "latchkey"
import { Authenticator } from "./Authenticator.ts"

export const origin = "http://localhost:3000"

/** The host's requests. */
export type Asked =
  | { readonly kind: "create"; readonly options: WebAuthn.RegistrationOptions }
  | { readonly kind: "get"; readonly options: WebAuthn.SignInOptions; readonly mediation: WebAuthn.Mediation }

export interface FakeHost {
  /** Provides the host to the effect. */
  readonly layer: Layer.Layer<never>
  readonly asked: ReadonlyArray<Asked>
  /** The number of ceremonies aborted before they ended. */
  readonly aborted: number
  /** The user's action before the authenticator responds. */
  user: Effect.Effect<void, WebAuthn.WebAuthnError>
  authenticator: Authenticator
}

/** Creates a host. Like a browser, it gives a page no passkey of another one. */
export const makeHost = (
  { isAutofillSupported = true, isSupported = true, origin: page = origin }: {
    readonly isSupported?: boolean
    readonly isAutofillSupported?: boolean
    readonly origin?: string
  } = {}
): FakeHost => {
  const asked: Array<Asked> = []
  const { hostname } = new URL(page)
  const ceremony = <A>(question: Asked, rpId: string, answer: () => A): Effect.Effect<A, WebAuthn.WebAuthnError> =>
    Effect.suspend(() => {
      asked.push(question)
      return rpId === hostname
        ? Effect.map(host.user, answer)
        : Effect.fail(new WebAuthn.WebAuthnError({ message: `Not for ${rpId}`, code: "ERROR_INVALID_RP_ID" }))
    }).pipe(Effect.onInterrupt(() => Effect.sync(() => host.aborted++)))
  const host: FakeHost & { aborted: number } = {
    layer: Layer.succeed(WebAuthn.WebAuthn, {
      isSupported: Effect.succeed(isSupported),
      isAutofillSupported: Effect.succeed(isAutofillSupported),
      hostname: Effect.succeed(hostname),
      create: (options) =>
        ceremony({ kind: "create", options }, options.rp.id, () => host.authenticator.create(options, page)),
      get: (options, mediation) =>
        ceremony({ kind: "get", options, mediation }, options.rpId, () => host.authenticator.get(options, page))
    }),
    asked,
    aborted: 0,
    user: Effect.void,
    authenticator: new Authenticator()
  }
  return host
}
