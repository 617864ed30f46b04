/** The codecs for WebAuthn's options and responses as JSON, and the passkey endpoints. */
import type * as WebAuthn from "../platform/WebAuthn.ts"
import { array, boolean, type Codec, finite, literal, object, optional, pattern, secret, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  CannotGetOwnUserWithoutUser,
  MultiFactorAuthenticationRequired,
  PasskeyAuthenticationFailed,
  PasskeyAuthenticationNotEnabled,
  PasskeyRegistrationFailed,
  RequestSchemaError
} from "./KnownErrors.ts"
import { plainStruct, struct } from "./Struct.ts"
import { IssuedTokensWithNew } from "./tokens.ts"
import { codeErrors } from "./verificationCodes.ts"

/**
 * The relying party in the options. The service does not know the page's host, so the client replaces the id with
 * the page's host name.
 */
export const placeholderRpId = "THIS_VALUE_WILL_BE_REPLACED.example.com"

const publicKey = () => literal("public-key")
const transports = () => optional(array(string))
const attachment = () => optional(literal("cross-platform", "platform"))
const preference = () => optional(literal("discouraged", "preferred", "required"))

const descriptors = () => optional(array(plainStruct({ id: string, type: publicKey(), transports: transports() })))

/** The pattern of a WebAuthn user id: 1 to 64 bytes (WebAuthn Level 3 § 5.4.3), in Base64url without padding. */
const userId = () => pattern(/^[\w-]{2,86}$/, "1 to 64 bytes in base64url")

// WebAuthn uses camelCase on the wire too.

export const RegistrationOptions: Codec<WebAuthn.RegistrationOptions> = /*#__PURE__*/ plainStruct(() => ({
  rp: plainStruct({ id: literal(placeholderRpId), name: string }),
  user: plainStruct({ id: userId(), name: string, displayName: string }),
  challenge: string,
  pubKeyCredParams: array(plainStruct({ alg: finite, type: publicKey() })),
  timeout: optional(finite),
  excludeCredentials: descriptors(),
  authenticatorSelection: optional(plainStruct({
    authenticatorAttachment: attachment(),
    residentKey: preference(),
    requireResidentKey: optional(boolean),
    userVerification: preference()
  })),
  attestation: optional(literal("direct", "enterprise", "indirect", "none")),
  extensions: optional(plainStruct({ credProps: optional(boolean) }))
}))

export const SignInOptions: Codec<WebAuthn.SignInOptions> = /*#__PURE__*/ plainStruct(() => ({
  rpId: literal(placeholderRpId),
  challenge: string,
  allowCredentials: descriptors(),
  timeout: optional(finite),
  userVerification: preference()
}))

export const RegistrationResponse: Codec<WebAuthn.RegistrationResponse> = /*#__PURE__*/ plainStruct(() => ({
  id: string,
  rawId: string,
  type: publicKey(),
  response: plainStruct({
    clientDataJSON: string,
    attestationObject: string,
    transports: transports(),
    publicKeyAlgorithm: optional(finite),
    publicKey: optional(string),
    authenticatorData: optional(string)
  }),
  clientExtensionResults: object,
  authenticatorAttachment: attachment()
}))

export const SignInResponse: Codec<WebAuthn.SignInResponse> = /*#__PURE__*/ plainStruct(() => ({
  id: string,
  rawId: string,
  type: publicKey(),
  response: plainStruct({
    clientDataJSON: string,
    authenticatorData: string,
    signature: string,
    userHandle: optional(string)
  }),
  clientExtensionResults: object,
  authenticatorAttachment: attachment()
}))

export const startRegistration = endpoint(
  "passkey.startRegistration",
  "POST",
  "/auth/passkey/initiate-passkey-registration",
  { session: true },
  () => ({
    payload: struct({}),
    success: struct({ optionsJson: RegistrationOptions, code: secret }),
    errors: [PasskeyAuthenticationNotEnabled, CannotGetOwnUserWithoutUser, RequestSchemaError]
  })
)

export const completeRegistration = endpoint("passkey.completeRegistration", "POST", "/auth/passkey/register", {
  session: true,
  claims: "changed"
}, () => ({
  payload: struct({ credential: RegistrationResponse, code: secret }),
  success: struct({ userHandle: string }),
  errors: [
    PasskeyAuthenticationNotEnabled,
    PasskeyRegistrationFailed,
    PasskeyAuthenticationFailed,
    ...codeErrors(),
    CannotGetOwnUserWithoutUser,
    RequestSchemaError
  ]
}))

export const startSignIn = endpoint(
  "passkey.startSignIn",
  "POST",
  "/auth/passkey/initiate-passkey-authentication",
  {},
  () => ({
    payload: struct({}),
    success: struct({ optionsJson: SignInOptions, code: secret }),
    errors: [PasskeyAuthenticationNotEnabled]
  })
)

export const completeSignIn = endpoint("passkey.completeSignIn", "POST", "/auth/passkey/sign-in", {}, () => ({
  payload: struct({ authenticationResponse: SignInResponse, code: secret }),
  success: IssuedTokensWithNew,
  errors: [
    PasskeyAuthenticationNotEnabled,
    PasskeyAuthenticationFailed,
    MultiFactorAuthenticationRequired,
    ...codeErrors(),
    RequestSchemaError
  ]
}))
