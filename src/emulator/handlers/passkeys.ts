/** Handlers for passkeys. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as base64url from "jose/base64url"
import { isObject } from "../../wire/Json.ts"
import {
  PasskeyAuthenticationFailed,
  PasskeyAuthenticationNotEnabled,
  PasskeyRegistrationFailed
} from "../../wire/KnownErrors.ts"
import * as wire from "../../wire/passkeys.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import * as codes from "../rules/codes.ts"
import { failUnless, failWith } from "../rules/failWith.ts"
import * as validation from "../rules/validation.ts"
import { findUserByPasskey, saveUser } from "../state/projectTables.ts"
import * as random from "../state/random.ts"
import type { ProjectRow } from "../state/rows.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import { signInOrRequireMfa } from "../state/sessionRows.ts"
import { primaryChannel } from "../state/userRows.ts"

const timeout = 60_000
/** A little longer than the ceremony's timeout. */
const codeLifetime = "65 seconds"

// Imported on demand: it is larger than the rest of the emulator, and most programs never verify a passkey.
const webAuthn = /*#__PURE__*/ Effect.promise(() => import("@simplewebauthn/server"))

const checkEnabled = ({ config }: ProjectRow) =>
  failUnless(config.passkeyEnabled, PasskeyAuthenticationNotEnabled, "Passkeys are not enabled in this project")

const failSignIn = (message: string) => failWith(PasskeyAuthenticationFailed, message)

const makeChallenge = ({ overrides: { passkeyChallenge } }: ServiceState) =>
  passkeyChallenge === undefined ? random.base64Url : Effect.succeed(passkeyChallenge)

const failRegistration = (message: string) => failWith(PasskeyRegistrationFailed, message)

/** Returns the options for verification with the origin that the authenticator has signed, if the project trusts it. */
const checkOrigin = <E>(
  project: ProjectRow,
  response: { readonly clientDataJSON: string },
  fail: (message: string) => Effect.Effect<never, E>
) => {
  const origin = parseOrigin(response.clientDataJSON)
  if (origin === undefined || !URL.canParse(origin)) return fail("The response has no valid origin")
  const { hostname } = new URL(origin)
  const { config, generation } = project
  const isTrusted = generation === "2025"
    ? config.allowLocalhost && hostname === "localhost" || config.domains.some(({ domain }) => domain === origin)
    : validation.isTrustedUrl(project, origin)
  return isTrusted
    ? Effect.succeed({ expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: false })
    : fail(`The origin ${JSON.stringify(origin)} is not trusted by the project`)
}

const parseOrigin = (clientDataJSON: string): string | undefined => {
  try {
    const data: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(clientDataJSON)))
    return isObject(data) && typeof data["origin"] === "string" ? data["origin"] : undefined
  } catch {
    return undefined
  }
}

/** As recorded: the service answers 500 if the verification throws, for example for another challenge. */
const rejectUnverified = (cause: unknown) =>
  reject(500, `The passkey response could not be verified: ${cause instanceof Error ? cause.message : String(cause)}`)

export const passkeyHandlers: HandlersOf<typeof wire> = {
  startRegistration: Effect.fnUntraced(function*({ project, state, ...context }) {
    const user = yield* validation.requireUser(context.user)
    yield* checkEnabled(project)
    const challenge = yield* makeChallenge(state)
    const { code } = yield* codes.issue(
      project,
      { for: "passkey-registration", userId: user.id, challenge },
      codeLifetime
    )
    const name = user.displayName ?? primaryChannel(user)?.value ?? "User"
    return {
      optionsJson: {
        challenge,
        rp: { name: project.displayName, id: wire.placeholderRpId },
        user: { id: base64url.encode(user.id), name, displayName: name },
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" as const })),
        timeout,
        attestation: "none",
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: "required",
          userVerification: "preferred",
          requireResidentKey: true
        },
        extensions: { credProps: true }
      },
      code: Redacted.make(code)
    }
  }),

  completeRegistration: Effect.fnUntraced(function*({ payload, project, ...context }) {
    const user = yield* validation.requireUser(context.user)
    const { purpose } = yield* codes.use(project, "passkey-registration", payload.code)
    yield* checkEnabled(project)
    const expected = yield* checkOrigin<PasskeyRegistrationFailed | PasskeyAuthenticationFailed>(
      project,
      payload.credential.response,
      project.generation === "2025" ? failSignIn : failRegistration
    )
    const { verifyRegistrationResponse } = yield* webAuthn
    const { registrationInfo } = yield* Effect.tryPromise({
      try: () =>
        verifyRegistrationResponse({
          ...expected,
          // Sound: both types describe the same standard. The codec adds `undefined` to optional fields.
          response: payload.credential as unknown as RegistrationResponseJSON,
          expectedChallenge: purpose.challenge
        }),
      catch: rejectUnverified
    })
    if (registrationInfo === undefined) return yield* failRegistration("The passkey response could not be verified")
    const { counter, id, publicKey } = registrationInfo.credential
    user.passkey = { credentialId: id, publicKey, counter }
    saveUser(project, user)
    return { userHandle: id }
  }),

  startSignIn: Effect.fnUntraced(function*({ project, state }) {
    yield* checkEnabled(project)
    const challenge = yield* makeChallenge(state)
    const { code } = yield* codes.issue(project, { for: "passkey-sign-in", challenge }, codeLifetime)
    return {
      optionsJson: {
        rpId: wire.placeholderRpId,
        challenge,
        allowCredentials: [],
        timeout,
        userVerification: "preferred"
      },
      code: Redacted.make(code)
    }
  }),

  completeSignIn: Effect.fnUntraced(function*({ payload, ...context }) {
    const { project } = context
    const { purpose } = yield* codes.use(project, "passkey-sign-in", payload.code)
    yield* checkEnabled(project)
    const { authenticationResponse } = payload
    const user = findUserByPasskey(project, authenticationResponse.id)
    if (user === undefined) return yield* failSignIn("Unknown passkey")
    const passkey = user.passkey!
    const expected = yield* checkOrigin(project, authenticationResponse.response, failSignIn)
    const { verifyAuthenticationResponse } = yield* webAuthn
    const { authenticationInfo, verified } = yield* Effect.tryPromise({
      try: () =>
        verifyAuthenticationResponse({
          ...expected,
          // Sound: as above.
          response: authenticationResponse as unknown as AuthenticationResponseJSON,
          expectedChallenge: purpose.challenge,
          credential: {
            id: passkey.credentialId,
            publicKey: Uint8Array.from(passkey.publicKey),
            counter: passkey.counter
          }
        }),
      catch: rejectUnverified
    })
    if (!verified) return yield* failSignIn("The signature of the passkey response is invalid")
    passkey.counter = authenticationInfo.newCounter
    return yield* signInOrRequireMfa(context, user)
  })
}
