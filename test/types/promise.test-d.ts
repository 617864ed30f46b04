import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type {
  ApiError,
  ApiErrors,
  ApiKeys,
  Cli,
  ConnectedAccounts,
  ContactChannels,
  CurrentUser,
  EmailCode,
  HandlerPages,
  KnownErrors,
  MagicLink,
  Mfa,
  OAuth,
  Passkey,
  Password,
  Reverification,
  TeamInvitations,
  Teams
} from "latchkey"
import type * as effects from "latchkey"
import type * as promise from "latchkey/promise"
import {
  type AuthClient,
  type Call,
  type CallbackError,
  type CallError,
  createAuthClient,
  type ErrorOf,
  type Failure,
  forRequest,
  isAuthError,
  type RateLimited,
  type Result,
  type SecondFactor,
  type SignedIn,
  type Success
} from "latchkey/promise"
import type { names } from "../promise/names.ts"

const options = { projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" }
const auth = createAuthClient(options)
const ada = { email: "ada@example.com", password: "correct horse" }

describe("a result", () => {
  it("is data or an error, and narrows after destructuring", () => {
    expectTypeOf<Result<string, ApiError>>().toEqualTypeOf<Success<string> | Failure<ApiError>>()
    const { data, error } = {} as Result<string, ApiError | KnownErrors.RequestSchemaError>
    // @ts-expect-error there may be an error instead
    data.length
    // @ts-expect-error there may be no error
    error.code
    if (error) {
      expectTypeOf(data).toEqualTypeOf<null>()
      expectTypeOf(error).toEqualTypeOf<CallError | KnownErrors.RequestSchemaError>()
    } else expectTypeOf(data).toEqualTypeOf<string>()
  })

  it("narrows by its data too", () => {
    const { data, error } = {} as Result<{ readonly id: string }, ApiError>
    if (data === null) expectTypeOf(error).toEqualTypeOf<CallError>()
    else expectTypeOf(error).toEqualTypeOf<null>()
  })

  it("a result of a call that cannot fail is data", () => {
    expectTypeOf<Result<string, never>>().toEqualTypeOf<Success<string>>()
    const { data } = {} as Result<string, never>
    expectTypeOf(data).toEqualTypeOf<string>()
  })
})

describe("an error", () => {
  it("has a code that is a literal of its call", async () => {
    const { error } = await auth.signIn.password(ada)
    if (!error) return
    expectTypeOf<Extract<typeof error.code, "EMAIL_PASSWORD_MISMATCH">>().toEqualTypeOf<"EMAIL_PASSWORD_MISMATCH">()
    expectTypeOf(error.code).toEqualTypeOf<
      | "EMAIL_PASSWORD_MISMATCH"
      | "PASSWORD_AUTHENTICATION_NOT_ENABLED"
      | "SCHEMA_ERROR"
      | CallError["code"]
    >()
    // @ts-expect-error no sign-in has this code
    error.code === "TEAM_NOT_FOUND"
    switch (error.code) {
      case "RATE_LIMITED":
        expectTypeOf(error).toEqualTypeOf<RateLimited>()
        expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>()
        break
      case "SERVICE_UNAVAILABLE":
        expectTypeOf(error.status).toEqualTypeOf<number>()
        break
      case "NETWORK_FAILURE":
        expectTypeOf(error).toEqualTypeOf<ApiErrors.NetworkFailure>()
    }
  })

  it("keeps the literal in variables, objects and the state of a component", async () => {
    const { error } = await auth.signIn.password(ada)
    if (!error) return
    let code = error.code
    expectTypeOf(code).toEqualTypeOf<typeof error.code>()
    code = "NETWORK_FAILURE"
    expectTypeOf({ code: error.code }).toEqualTypeOf<{ code: typeof error.code }>()
    const useState = <S>(state: S) => [state] as const
    expectTypeOf(useState(error.code)[0]).toEqualTypeOf<typeof error.code>()
  })

  it("has details of its own code", async () => {
    const { error } = await auth.signUp.password(ada)
    if (error?.code === "USER_EMAIL_ALREADY_EXISTS") expectTypeOf(error.details.email).toEqualTypeOf<string>()
    // @ts-expect-error other errors have no such details
    error?.details.email
  })

  it("is never an ApiError, and never the required second factor", () => {
    expectTypeOf<Extract<ErrorOf<Errors[Calls]>, ApiError>>().toBeNever()
    expectTypeOf<ErrorOf<ApiError>>().toEqualTypeOf<CallError>()
    // An anonymous user with a second factor can sign up with a password.
    type SignIns = Exclude<Calls, "signUp.password">
    expectTypeOf<Extract<Errors[SignIns], KnownErrors.MultiFactorAuthenticationRequired>>().toBeNever()
    expectTypeOf<ErrorOf<KnownErrors.UserNotFound>>().toEqualTypeOf<KnownErrors.UserNotFound>()
  })

  it("isAuthError recognizes a thrown error", () => {
    const error = {} as unknown
    if (isAuthError(error)) expectTypeOf(error.code).toEqualTypeOf<string>()
  })
})

describe("a second factor", () => {
  it("a result with a possible second factor requires a check of `status`", async () => {
    const { data, error } = await auth.signIn.password(ada)
    if (error) return
    expectTypeOf(data).toEqualTypeOf<SignedIn | SecondFactor>()
    // @ts-expect-error the user may have a second factor
    data.userId
    // @ts-expect-error the user may be signed in already
    data.verify("123456")
    if (data.status === "second-factor") {
      const verified = await data.verify("123456")
      if (verified.error?.code === "INVALID_TOTP_CODE") return
      expectTypeOf(verified.data).toEqualTypeOf<SignedIn | null>()
    } else expectTypeOf(data.userId).toEqualTypeOf<string>()
  })

  it("is data of every way to sign in", () => {
    type Outcome<M> = M extends (...args: never) => Call<infer A, infer _> ? Extract<A, SecondFactor> : never
    expectTypeOf<Outcome<typeof auth.signIn.magicLink>>().toEqualTypeOf<SecondFactor>()
    expectTypeOf<Outcome<typeof auth.signIn.passkey>>().toEqualTypeOf<SecondFactor>()
    expectTypeOf<Outcome<typeof auth.signIn.apple>>().toEqualTypeOf<SecondFactor>()
    expectTypeOf<Outcome<typeof auth.signIn.pending>>().toEqualTypeOf<SecondFactor>()
    expectTypeOf<Outcome<typeof auth.passkeys.completeSignIn>>().toEqualTypeOf<SecondFactor>()
    expectTypeOf<Outcome<typeof auth.handleCallback>>().not.toBeNever()
  })

  it("is data of a redirect, with the kind", async () => {
    const { data } = await auth.handleCallback()
    if (data?.kind !== "oauth") return
    expectTypeOf(data.returnTo).toEqualTypeOf<string>()
    // @ts-expect-error the user may have a second factor
    data.userId
    if (data.status === "signed-in") expectTypeOf(data.userId).toEqualTypeOf<string>()
  })
})

describe("a question", () => {
  it("a question returns a boolean or a promise of one, never a result", async () => {
    expectTypeOf(auth.can("read")).toEqualTypeOf<Promise<boolean>>()
    expectTypeOf(auth.apiKeys.isValid({ id: "1" })).toEqualTypeOf<boolean>()
    // @ts-expect-error an object without an id is no key, and would be valid
    auth.apiKeys.isValid({})
    expectTypeOf(auth.passkeys.isSupported()).toEqualTypeOf<Promise<boolean>>()
    expectTypeOf(auth.passkeys.isAutofillSupported()).toEqualTypeOf<Promise<boolean>>()
    // @ts-expect-error a promise is always true
    if (auth.can("read")) return
  })

  it("a question's team is an id", () => {
    const team = {} as string | undefined
    // @ts-expect-error without a team, it would ask for a permission of the project
    auth.can("read", { team })
    // @ts-expect-error the option is called team
    auth.can("read", { teamId: "id" })
    auth.can("read", { team: "id", recursive: false })
  })
})

describe("a secret", () => {
  it("is a plain string", async () => {
    expectTypeOf((await auth.session.token()).data).toEqualTypeOf<string | null>()
    expectTypeOf((await auth.session.headers()).data).toEqualTypeOf<{ readonly "x-stack-auth": string } | null>()
    const key = await auth.apiKeys.create({ description: "CI" }).orThrow()
    expectTypeOf(key.value).toEqualTypeOf<string>()
    expectTypeOf(key.userId).toEqualTypeOf<string>()
    const ofTeam = await auth.apiKeys.create({ description: "CI", teamId: "id" }).orThrow()
    expectTypeOf(ofTeam.value).toEqualTypeOf<string>()
    expectTypeOf(ofTeam.teamId).toEqualTypeOf<string>()
    expectTypeOf((await auth.totp.generate().orThrow()).setupKey).toEqualTypeOf<string>()
    expectTypeOf((await auth.accounts.get("github").orThrow())!.accessToken).toEqualTypeOf<string>()
  })
})

describe("a call", () => {
  it("is a promise of its result, with orThrow", () => {
    const call = auth.teams.list()
    expectTypeOf(call).toEqualTypeOf<Call<ReadonlyArray<Teams.Team>, Teams.ListError>>()
    expectTypeOf<Awaited<typeof call>>().toEqualTypeOf<Result<ReadonlyArray<Teams.Team>, Teams.ListError>>()
    expectTypeOf(call.orThrow()).toEqualTypeOf<Promise<ReadonlyArray<Teams.Team>>>()
  })

  it("has overloads for its options", () => {
    type User = CurrentUser.User
    expectTypeOf(auth.getUser()).toEqualTypeOf<Call<User | null, ApiError>>()
    expectTypeOf(auth.getUser({ or: "return-null" })).toEqualTypeOf<Call<User | null, ApiError>>()
    expectTypeOf(auth.getUser({ or: "redirect" })).toEqualTypeOf<Call<User | null, ApiError>>()
    expectTypeOf(auth.getUser({ or: "throw" })).toEqualTypeOf<Call<User, CurrentUser.UserNotSignedIn | ApiError>>()
    expectTypeOf(auth.getUser({ or: "throw", includeRestricted: true })).toEqualTypeOf<
      Call<User, CurrentUser.UserNotSignedIn | ApiError>
    >()
    expectTypeOf(auth.getUser({ or: "anonymous" })).toEqualTypeOf<
      Call<User, KnownErrors.AnonymousAccountsNotEnabled | ApiError>
    >()
    expectTypeOf(auth.apiKeys.list()).toEqualTypeOf<Call<ReadonlyArray<ApiKeys.UserApiKey>, ApiKeys.ListError>>()
    expectTypeOf(auth.apiKeys.list({ teamId: "id" })).toEqualTypeOf<
      Call<ReadonlyArray<ApiKeys.TeamApiKey>, ApiKeys.GetError>
    >()
    expectTypeOf(auth.apiKeys.revoke("id")).toEqualTypeOf<Call<ApiKeys.UserApiKey, ApiKeys.RevokeError>>()
    expectTypeOf(auth.apiKeys.revoke("id", { teamId: "id" })).toEqualTypeOf<
      Call<ApiKeys.TeamApiKey, ApiKeys.RevokeError>
    >()
  })

  it("has a signal in its last argument", () => {
    const { signal } = new AbortController()
    auth.getUser({ signal })
    auth.signIn.password(ada, { signal })
    auth.teams.update("id", { displayName: "Engines" }, { signal })
    auth.can("read", { team: "id", signal })
    auth.onChange(() => {}, { signal })
    // @ts-expect-error it is no field of the credentials
    auth.signIn.password({ ...ada, signal })
  })
})

describe("the session", () => {
  it("is a level with three states", () => {
    const state = auth.session.get()
    expectTypeOf(state.status).toEqualTypeOf<"loading" | "signed-out" | "signed-in">()
    // @ts-expect-error no user may be signed in
    state.userId
    if (state.status === "signed-in") expectTypeOf(state.userId).toEqualTypeOf<string | undefined>()
  })

  it("calls listeners for changes with a user or none", () => {
    auth.onChange((state) => expectTypeOf(state.status).toEqualTypeOf<"signed-out" | "signed-in">())
    expectTypeOf(auth.session.subscribe).parameter(0).parameter(0).toEqualTypeOf(auth.session.get())
  })
})

describe("a cached value", () => {
  it("has data as soon as it is ready", () => {
    auth.teams.subscribe((state) => {
      if (state.status === "ready") {
        expectTypeOf(state.data).toEqualTypeOf<ReadonlyArray<Teams.Team>>()
        expectTypeOf(state.error).toEqualTypeOf<ErrorOf<Teams.ListError> | null>()
      } else expectTypeOf(state.data).toEqualTypeOf<undefined>()
      if (state.status === "failed") expectTypeOf(state.error).toEqualTypeOf<ErrorOf<Teams.ListError>>()
    })
    // @ts-expect-error the id of the team comes first
    auth.teams.members.subscribe(() => {})
  })
})

describe("the options", () => {
  it("are optional, and have no key of another level", () => {
    createAuthClient()
    forRequest(new Request("https://app.example.com"))
    // @ts-expect-error a client has no secret key
    createAuthClient({ ...options, secretServerKey: "ssk_1" })
    // @ts-expect-error a client has no admin key
    forRequest(new Request("https://app.example.com"), { ...options, superSecretAdminKey: "sak_1" })
    // @ts-expect-error it is called apiUrl
    createAuthClient({ ...options, baseUrl: "https://auth.example.com" })
    // @ts-expect-error a request has its own cookies
    forRequest(new Request("https://app.example.com"), { ...options, tokens: "memory" })
  })

  it("make a client that can be disposed", () => {
    assertType<AsyncDisposable>(auth)
    assertType<AuthClient>(forRequest(new Request("https://app.example.com")))
    expectTypeOf(forRequest(new Request("https://app.example.com")).respond).returns.toEqualTypeOf<Response>()
  })

  it("select the level: a client has no function of a server or an admin", () => {
    // @ts-expect-error users are the server's
    auth.users
    // @ts-expect-error numbers are the admin's
    auth.metrics
  })
})

/** The paths of the functions of a client. */
type Path<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends (...args: never) => unknown ? `${Prefix}${K}` : Path<T[K], `${Prefix}${K}.`>
}[keyof T & string]
type At<T, P extends string> = P extends `${infer Group}.${infer Rest}` ?
  Group extends keyof T ? At<T[Group], Rest> : never
  : P extends keyof T ? T[P]
  : never

/** The error type of each call; of the last overload, if there are several. */
type Errors = {
  [P in Path<AuthClient> as At<AuthClient, P> extends (...args: never) => { readonly orThrow: unknown } ? P : never]:
    At<AuthClient, P> extends (...args: never) => Call<infer _, infer E> ? E : never
}
type Calls = keyof Errors

/** The errors of each method of `session.reverify`, in addition to those of its sign-in. */
type ReverifyMethodError =
  | Reverification.MethodNotAvailable
  | Reverification.SignInError
  | Effect.Error<typeof HandlerPages.reverify>

/** The effects behind the calls that have several names there, or other parameters. */
interface SpecialEffects {
  "signIn.email": typeof EmailCode.send
  "signIn.oauthUrl": Effect.Effect<unknown, OAuth.StartError>
  "signIn.cli": Effect.Effect<unknown, Cli.LoginError>
  "apiKeys.authorizeAgent": Effect.Effect<unknown, Cli.AuthorizeAgentError>
  "signIn.pending": typeof Mfa.restore
  handleCallback: Effect.Effect<
    unknown,
    | OAuth.CallbackError
    | MagicLink.SignInError
    | ContactChannels.VerifyError
    | Password.CheckResetCodeError
    | TeamInvitations.GetDetailsError
    | Reverification.SignInError
  >
  "session.reverify.password": Effect.Effect<unknown, Password.SignInError | ReverifyMethodError>
  "session.reverify.passkey": Effect.Effect<unknown, Passkey.SignInError | ReverifyMethodError>
  "session.reverify.email": Effect.Effect<unknown, EmailCode.SendError | ReverifyMethodError>
  "session.onForeignUse": Effect.Effect<unknown, effects.Sessions.ForeignUseNotWatched>
  "session.reverify.oauth": Effect.Effect<unknown, OAuth.StartError | ReverifyMethodError>
  "emails.sendVerification": typeof CurrentUser.sendVerificationEmail
  "passkeys.remove": typeof CurrentUser.update
  "accounts.get": Effect.Effect<unknown, ConnectedAccounts.GetError>
}

/** The path of each function of `latchkey`, and the function. */
type Named = {
  [N in keyof typeof names]: {
    [F in keyof (typeof names)[N]]: F extends keyof (typeof effects)[N] ? [(typeof names)[N][F], (typeof effects)[N][F]]
      : never
  }[keyof (typeof names)[N]]
}[keyof typeof names]

/** The effect behind each call. The calls with overloads are below. */
type Effects =
  & SpecialEffects
  & {
    [P in Exclude<Calls, keyof SpecialEffects | WithOverloads>]: Extract<Named, [P, unknown]>[1]
  }

type WithOverloads = "getUser" | `apiKeys.${"create" | "get" | "list" | "revoke" | "update"}`

/** The errors of an effect. Each call loads code, which can fail like a request, and a required second factor is data. */
type Expected<F, P> =
  | Exclude<
    F extends Effect.Effect<infer _A, infer E, infer _R> ? E
      : F extends (...args: never) => Effect.Effect<infer _A, infer E, infer _R> ? E
      : "no effect",
    P extends "signUp.password" ? never : KnownErrors.MultiFactorAuthenticationRequired
  >
  | ApiError

type IsEqual<A, B> = [A] extends [B] ? [B] extends [A] ? true : false : false

describe("the errors of each call", () => {
  it("each call has the effect's errors, without the required second factor", () => {
    type Different = {
      [P in keyof Effects]: IsEqual<Errors[P], Expected<Effects[P], P>> extends true ? never : P
    }[keyof Effects]
    expectTypeOf<Different>().toBeNever()
  })

  it("the errors are compared for every call of the client", () => {
    expectTypeOf<Exclude<Calls, keyof Effects>>().toEqualTypeOf<WithOverloads>()
    expectTypeOf<Exclude<keyof Effects, Calls>>().toBeNever()
    type Unnamed = { [P in keyof Effects]: [Effects[P]] extends [never] ? P : never }[keyof Effects]
    expectTypeOf<Unnamed>().toBeNever()
  })

  it("overloaded calls have the effect's errors", () => {
    expectTypeOf<Errors["apiKeys.create"]>().toEqualTypeOf<ApiKeys.CreateError>()
    expectTypeOf<Errors["apiKeys.get"]>().toEqualTypeOf<ApiKeys.GetError>()
    expectTypeOf<Errors["apiKeys.list"]>().toEqualTypeOf<ApiKeys.ListError>()
    expectTypeOf<Errors["apiKeys.revoke"]>().toEqualTypeOf<ApiKeys.RevokeError>()
    expectTypeOf<Errors["apiKeys.update"]>().toEqualTypeOf<ApiKeys.UpdateError>()
  })

  it("each step has the errors of its effect", () => {
    type VerifyError = Parameters<SecondFactor["verify"]> extends infer _
      ? ReturnType<SecondFactor["verify"]> extends Call<infer _A, infer E> ? E : never
      : never
    expectTypeOf<VerifyError>().toEqualTypeOf<Mfa.CompleteError>()
    expectTypeOf<Extract<CallbackError, KnownErrors.MultiFactorAuthenticationRequired>>().toBeNever()
  })
})

describe("latchkey/promise", () => {
  it("exports no effect, and no namespace with one", () => {
    type Run = Effect.Effect<any, any, any> | Stream.Stream<any, any, any>
    type IsRun<T> = T extends abstract new(...args: never) => unknown ? false
      : T extends Run ? true
      : T extends (...args: never) => Run ? true
      : false
    type Exported = typeof promise
    type Found = { [K in keyof Exported]: IsRun<Exported[K]> extends true ? K : never }[keyof Exported]
    expectTypeOf<Found>().toBeNever()
    expectTypeOf<keyof Exported>().toEqualTypeOf<
      "Disposed" | "InvalidOptions" | "createAuthClient" | "forRequest" | "isAuthError" | "openPage" | "watchForeignUse"
    >()
  })

  it("has a client without a function that returns an effect", () => {
    type Returned<P extends string> = At<AuthClient, P> extends (...args: never) => infer R
      ? Extract<R, Effect.Effect<any, any, any> | Stream.Stream<any, any, any>>
      : never
    expectTypeOf<Returned<Path<AuthClient>>>().toBeNever()
  })

  it("has a client with at most 25 names", () => {
    type Names = keyof AuthClient & string
    assertType<Record<Names, true>>({
      accounts: true,
      apiKeys: true,
      can: true,
      deleteUser: true,
      emails: true,
      fetch: true,
      getUser: true,
      handleCallback: true,
      invitations: true,
      notifications: true,
      onChange: true,
      passkeys: true,
      password: true,
      permissions: true,
      preload: true,
      project: true,
      session: true,
      sessions: true,
      signIn: true,
      signOut: true,
      signUp: true,
      teams: true,
      totp: true,
      updateUser: true,
      user: true
    })
  })
})
