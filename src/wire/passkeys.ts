/**
 * The codecs of WebAuthn's options and responses as JSON, and the passkey endpoints.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type * as WebAuthn from "../platform/WebAuthn.ts"
import { endpoint } from "./Endpoint.ts"
import {
  CannotGetOwnUserWithoutUser,
  MultiFactorAuthenticationRequired,
  PasskeyAuthenticationFailed,
  PasskeyAuthenticationNotEnabled,
  PasskeyRegistrationFailed,
  RequestSchemaError
} from "./KnownErrors.ts"
import { memoize } from "./memoize.ts"
import { struct, type Wire } from "./Struct.ts"
import { IssuedTokensWithNew, secret } from "./tokens.ts"
import { codeErrors } from "./verificationCodes.ts"

/**
 * The relying party in the options. The service does not know the host of the page, so the client replaces the id with
 * the page's host name.
 *
 * @category constants
 * @since 0.1.0
 */
export const placeholderRpId = "THIS_VALUE_WILL_BE_REPLACED.example.com"

const publicKey = () => Schema.Literal("public-key")
const transports = () => Schema.optional(Schema.Array(Schema.String))
const attachment = () => Schema.optional(Schema.Literals(["cross-platform", "platform"]))
const preference = () => Schema.optional(Schema.Literals(["discouraged", "preferred", "required"]))
const optionalText = () => Schema.optional(Schema.String)

const descriptors = () =>
  Schema.optional(
    Schema.Array(Schema.Struct({ id: Schema.String, type: publicKey(), transports: transports() }))
  )

/** The pattern of a WebAuthn user id: 1 to 64 bytes (WebAuthn Level 3 § 5.4.3), in Base64url without padding. */
const userId = () => Schema.String.check(Schema.isPattern(/^[\w-]{2,86}$/, { expected: "1 to 64 bytes in base64url" }))

// WebAuthn uses camelCase on the wire too.

/** @since 0.1.0 */
export const RegistrationOptions: () => Wire<WebAuthn.RegistrationOptions> = /*#__PURE__*/ memoize(() =>
  Schema.Struct({
    rp: Schema.Struct({ id: Schema.Literal(placeholderRpId), name: Schema.String }),
    user: Schema.Struct({ id: userId(), name: Schema.String, displayName: Schema.String }),
    challenge: Schema.String,
    pubKeyCredParams: Schema.Array(Schema.Struct({ alg: Schema.Finite, type: publicKey() })),
    timeout: Schema.optional(Schema.Finite),
    excludeCredentials: descriptors(),
    authenticatorSelection: Schema.optional(Schema.Struct({
      authenticatorAttachment: attachment(),
      residentKey: preference(),
      requireResidentKey: Schema.optional(Schema.Boolean),
      userVerification: preference()
    })),
    attestation: Schema.optional(Schema.Literals(["direct", "enterprise", "indirect", "none"])),
    extensions: Schema.optional(Schema.Struct({ credProps: Schema.optional(Schema.Boolean) }))
  })
)

/** @since 0.1.0 */
export const SignInOptions: () => Wire<WebAuthn.SignInOptions> = /*#__PURE__*/ memoize(() =>
  Schema.Struct({
    rpId: Schema.Literal(placeholderRpId),
    challenge: Schema.String,
    allowCredentials: descriptors(),
    timeout: Schema.optional(Schema.Finite),
    userVerification: preference()
  })
)

const results = () => Schema.ObjectKeyword

/** @since 0.1.0 */
export const RegistrationResponse: () => Wire<WebAuthn.RegistrationResponse> = /*#__PURE__*/ memoize(() =>
  Schema.Struct({
    id: Schema.String,
    rawId: Schema.String,
    type: publicKey(),
    response: Schema.Struct({
      clientDataJSON: Schema.String,
      attestationObject: Schema.String,
      transports: transports(),
      publicKeyAlgorithm: Schema.optional(Schema.Finite),
      publicKey: optionalText(),
      authenticatorData: optionalText()
    }),
    clientExtensionResults: results(),
    authenticatorAttachment: attachment()
  })
)

/** @since 0.1.0 */
export const SignInResponse: () => Wire<WebAuthn.SignInResponse> = /*#__PURE__*/ memoize(() =>
  Schema.Struct({
    id: Schema.String,
    rawId: Schema.String,
    type: publicKey(),
    response: Schema.Struct({
      clientDataJSON: Schema.String,
      authenticatorData: Schema.String,
      signature: Schema.String,
      userHandle: optionalText()
    }),
    clientExtensionResults: results(),
    authenticatorAttachment: attachment()
  })
)

/** @since 0.1.0 */
export const startRegistration = endpoint(
  "passkey.startRegistration",
  "POST",
  "/auth/passkey/initiate-passkey-registration",
  { session: true },
  () => ({
    payload: struct({}),
    success: struct({ optionsJson: RegistrationOptions(), code: secret() }),
    errors: [PasskeyAuthenticationNotEnabled, CannotGetOwnUserWithoutUser, RequestSchemaError]
  })
)

/** @since 0.1.0 */
export const completeRegistration = endpoint("passkey.completeRegistration", "POST", "/auth/passkey/register", {
  session: true
}, () => ({
  payload: struct({ credential: RegistrationResponse(), code: secret() }),
  success: struct({ userHandle: Schema.String }),
  errors: [
    PasskeyAuthenticationNotEnabled,
    PasskeyRegistrationFailed,
    PasskeyAuthenticationFailed,
    ...codeErrors(),
    CannotGetOwnUserWithoutUser,
    RequestSchemaError
  ]
}))

/** @since 0.1.0 */
export const startSignIn = endpoint(
  "passkey.startSignIn",
  "POST",
  "/auth/passkey/initiate-passkey-authentication",
  {},
  () => ({
    payload: struct({}),
    success: struct({ optionsJson: SignInOptions(), code: secret() }),
    errors: [PasskeyAuthenticationNotEnabled]
  })
)

/** @since 0.1.0 */
export const completeSignIn = endpoint("passkey.completeSignIn", "POST", "/auth/passkey/sign-in", {}, () => ({
  payload: struct({ authenticationResponse: SignInResponse(), code: secret() }),
  success: IssuedTokensWithNew(),
  errors: [
    PasskeyAuthenticationNotEnabled,
    PasskeyAuthenticationFailed,
    MultiFactorAuthenticationRequired,
    ...codeErrors(),
    RequestSchemaError
  ]
}))
