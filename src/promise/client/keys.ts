/** The signed-in user's API keys, passkeys and second factor. */
import * as Effect from "effect/Effect"
import * as ApiKeys from "../../account/ApiKeys.ts"
import * as CurrentUser from "../../account/CurrentUser.ts"
import {
  authorizeAgent,
  type AuthorizeAgentError,
  type AuthorizeAgentOptions
} from "../../auth/cliLogin/authorizeAgent.ts"
import type { LoginOptions } from "../../auth/cliLogin/login.ts"
import * as Passkey from "../../auth/Passkey.ts"
import * as Totp from "../../auth/Totp.ts"
import * as wire from "../../wire/userApiKeys.ts"
import type { MakeCall } from "../makeCall.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, withNames } from "../withNames.ts"
import { cliNames, withOpen } from "./cliOptions.ts"
import { type FirstFactorError, type SignInOutcome, toOutcome } from "./outcome.ts"
import { toPlainSecrets } from "./secrets.ts"
import type { Services } from "./Services.ts"
import type { CliOptions } from "./signIn.ts"

/** Selects a team's keys instead of the user's. */
export interface OfTeam extends CallOptions {
  readonly teamId: string
}

/** The fields for a new user key. */
export interface ApiKeyCreation extends ApiKeys.ApiKeyCreation {
  readonly teamId?: undefined
}

/** The fields for a new team key. */
export interface TeamApiKeyCreation extends ApiKeys.ApiKeyCreation {
  readonly teamId: string
}

/**
 * A new key. `value` is the complete key, which cannot be fetched again. It is not enumerable, so that logs do not contain it.
 */
export interface CreatedUserApiKey extends Omit<ApiKeys.CreatedUserApiKey, "value"> {
  readonly value: string
}

/** A new team key. `value` is the complete key, which cannot be fetched again. It is not enumerable. */
export interface CreatedTeamApiKey extends Omit<ApiKeys.CreatedTeamApiKey, "value"> {
  readonly value: string
}

/** Options for an agent's authorization: those of `signIn.cli`, and the agent. */
export type AgentAuthorization =
  & Omit<CliOptions, "anonRefreshToken">
  & Omit<AuthorizeAgentOptions, keyof LoginOptions<unknown, unknown>>

/** The user's API keys, or with `{ teamId }` a team's. Projects must allow them. */
export interface ApiKeysGroup {
  /** Creates a key. Its `value` is shown only once. */
  readonly create: {
    (key: TeamApiKeyCreation, options?: CallOptions): Call<CreatedTeamApiKey, ApiKeys.RevokeError>
    (key: ApiKeyCreation, options?: CallOptions): Call<CreatedUserApiKey, ApiKeys.CreateError>
  }
  /** Lists keys, newest first, with expired and revoked ones. */
  readonly list: {
    (options: OfTeam): Call<ReadonlyArray<ApiKeys.TeamApiKey>, ApiKeys.GetError>
    (options?: CallOptions): Call<ReadonlyArray<ApiKeys.UserApiKey>, ApiKeys.ListError>
  }
  readonly get: {
    (id: string, options: OfTeam): Call<ApiKeys.TeamApiKey, ApiKeys.GetError>
    (id: string, options?: CallOptions): Call<ApiKeys.UserApiKey, ApiKeys.GetError>
  }
  readonly update: {
    (id: string, changes: ApiKeys.ApiKeyUpdate, options: OfTeam): Call<ApiKeys.TeamApiKey, ApiKeys.UpdateError>
    (id: string, changes: ApiKeys.ApiKeyUpdate, options?: CallOptions): Call<ApiKeys.UserApiKey, ApiKeys.UpdateError>
  }
  /** Revokes a key for good, and returns it. */
  readonly revoke: {
    (id: string, options: OfTeam): Call<ApiKeys.TeamApiKey, ApiKeys.RevokeError>
    (id: string, options?: CallOptions): Call<ApiKeys.UserApiKey, ApiKeys.RevokeError>
  }
  /**
   * Authorizes an agent on the user's device: shows the user a URL, and creates a key after the user confirms. The key expires after
   * 30 days, or after `keyLifetime`. The program keeps no session.
   */
  readonly authorizeAgent: (options: AgentAuthorization) => Call<CreatedUserApiKey, AuthorizeAgentError>
}

const teamNames = { teamId: true } as const

/**
 * Selects a team's keys. A team that is `undefined` must not select the user's keys: the service refuses its text.
 *
 * Sound, in all functions: `ApiKeys` selects the owner by `teamId`, and the overloads have both types.
 */
const teamOf = (options: object | undefined): {} =>
  options !== undefined && "teamId" in options ? { teamId: String(options.teamId) } : {}

const apiKeys = /*#__PURE__*/ withNames<ApiKeysGroup, Services>({
  create: (key) =>
    Effect.map(ApiKeys.create({ ...key, ...teamOf(key) } as ApiKeys.ApiKeyCreation & ApiKeys.Own), toPlainSecrets),
  list: (options) => ApiKeys.list(teamOf(options)),
  get: (id, options) => ApiKeys.get({ ...teamOf(options), id }),
  update: (id, changes, options) => ApiKeys.update({ ...teamOf(options), id }, changes),
  revoke: (id, options) => ApiKeys.revoke({ ...teamOf(options), id }),
  authorizeAgent: (options) => Effect.map(authorizeAgent(withOpen(options)), toPlainSecrets)
}, {
  create: [{ description: true, expiresAt: true, isPublic: true, teamId: true }],
  update: [null, fieldsOf(wire.update), teamNames],
  list: [teamNames],
  get: [null, teamNames],
  revoke: [null, teamNames],
  authorizeAgent: [{ ...cliNames, name: true, resource: true, scopes: true, keyLifetime: true, endSession: true }]
})

/** Options for a browser's ceremony, and the code that completes it. The code is not enumerable. */
export interface Ceremony<Options> {
  readonly options: Options
  readonly code: string
}

/** The user's passkey. To sign in with one, use `auth.signIn.passkey()`. */
export interface Passkeys {
  /** Adds a passkey on this device to the user. */
  readonly register: (
    options?: CallOptions & Passkey.RegisterOptions
  ) => Call<{ readonly credentialId: string }, Passkey.RegisterError>
  /** Removes the user's passkey. */
  readonly remove: (options?: CallOptions) => Call<CurrentUser.User, CurrentUser.UpdateError>
  /** Returns `true` if this browser has passkeys. */
  readonly isSupported: () => Promise<boolean>
  /** Returns `true` if this browser offers passkeys as autofill in inputs. */
  readonly isAutofillSupported: () => Promise<boolean>
  /** The requests behind `register`, for hosts with another passkey API. */
  readonly startRegistration: (
    options?: CallOptions
  ) => Call<Ceremony<Passkey.RegistrationOptions>, Passkey.StartRegistrationError>
  readonly completeRegistration: (
    response: { readonly credential: Passkey.RegistrationResponse; readonly code: string },
    options?: CallOptions
  ) => Call<{ readonly credentialId: string }, Passkey.CompleteRegistrationError>
  /** The requests behind `auth.signIn.passkey`. */
  readonly startSignIn: (options?: CallOptions) => Call<Ceremony<Passkey.SignInOptions>, Passkey.StartSignInError>
  readonly completeSignIn: (
    response: { readonly authenticationResponse: Passkey.SignInResponse; readonly code: string },
    options?: CallOptions
  ) => Call<SignInOutcome, FirstFactorError<Passkey.CompleteSignInError>>
}

const toCeremony = <O>(ceremony: Passkey.Ceremony<O>): Ceremony<O> =>
  // Sound: the options have no secrets.
  toPlainSecrets(ceremony) as Ceremony<O>

const makePasskeys = (call: MakeCall<Services>) =>
  withNames<Passkeys, Services>({
    register: (options) => Passkey.register(options),
    remove: () => CurrentUser.update({ passkeyAuthEnabled: false }),
    isSupported: () => Passkey.isSupported,
    isAutofillSupported: () => Passkey.isAutofillSupported,
    startRegistration: () => Effect.map(Passkey.startRegistration, toCeremony),
    completeRegistration: (response) => Passkey.completeRegistration(response),
    startSignIn: () => Effect.map(Passkey.startSignIn, toCeremony),
    completeSignIn: (response) => toOutcome(call, Passkey.completeSignIn(response))
  }, {
    register: [{ hostname: true }],
    completeRegistration: [{ credential: true, code: true }],
    completeSignIn: [{ authenticationResponse: true, code: true }]
  })

/**
 * A new second factor, before the user has proved that the authenticator app has it. The secrets are not enumerable, so that
 * logs do not contain them.
 */
export interface TotpSetup {
  /** The QR code's URI, `otpauth://…`. */
  readonly uri: string
  /** The key, for users who enter it in their app. */
  readonly setupKey: string
  /** The secret for `auth.totp.enable`, for an app that reloads before the user enters the code. */
  readonly secret: string
  /** Turns two-factor authentication on with the app's code. After `INVALID_TOTP_CODE`, the user can try again. */
  readonly enable: (code: string, options?: CallOptions) => Call<CurrentUser.User, Totp.EnableError>
}

/** The user's two-factor authentication with an authenticator app. */
export interface TotpGroup {
  /** Creates a secret for the user's authenticator app. Changes nothing yet. */
  readonly generate: (options?: CallOptions & Totp.Names) => Call<TotpSetup, Totp.GenerateError>
  readonly enable: (
    setup: { readonly secret: string; readonly code: string },
    options?: CallOptions
  ) => Call<CurrentUser.User, Totp.EnableError>
  readonly disable: (options?: CallOptions) => Call<CurrentUser.User, Totp.DisableError>
}

const makeTotp = (call: MakeCall<Services>) =>
  withNames<TotpGroup, Services>({
    generate: (names) =>
      Effect.map(Totp.generate(names), ({ secret, secretBase32, uri }) => {
        const enable: TotpSetup["enable"] = (code, options) =>
          call(Totp.enable({ secret, code }), options?.signal, enable)
        // Sound: the secrets are strings.
        return toPlainSecrets({ enable, secret, setupKey: secretBase32, uri }) as TotpSetup
      }),
    enable: (setup) => Totp.enable(setup),
    disable: () => Totp.disable
  }, { generate: [{ issuer: true, accountName: true }], enable: [{ secret: true, code: true }] })

/** @internal */
export const makeKeys = (call: MakeCall<Services>) => ({ apiKeys, passkeys: makePasskeys(call), totp: makeTotp(call) })
