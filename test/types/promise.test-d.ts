import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type * as client from "latchkey"
import type * as adminLevel from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import {
  type ApiError,
  Auth,
  type Cache,
  type Client,
  type CurrentUser,
  type EmailCode,
  type Failure,
  type Generic,
  type HandlerPages,
  type KnownErrors,
  type MagicLink,
  Mfa,
  type Navigation,
  type Page,
  Password,
  type Redacted,
  type Requires,
  Resource,
  Resources,
  type Result,
  type Session,
  type SignedIn,
  type Success,
  type Teams,
  type TokenStore
} from "latchkey/promise"
import { type Admin, Auth as AdminAuth, type EmailTemplates, type Project } from "latchkey/promise/admin"
import {
  Auth as ServerAuth,
  type Authentication,
  type Authorization,
  type Principal,
  type Server,
  type Users
} from "latchkey/promise/server"
import type * as serverLevel from "latchkey/server"
import type * as Promises from "../../src/promise/Promised.ts"

declare const key: Redacted.Redacted<string>

const options = { projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", publishableClientKey: "pck_1" }
const auth = Auth.make(options)
const browser = Auth.makeBrowser(options)
const server = ServerAuth.make({ projectId: options.projectId, secretServerKey: key })
const admin = AdminAuth.make({ projectId: options.projectId, superSecretAdminKey: key })

type Credentials = { readonly email: string; readonly password: string | Redacted.Redacted<string> }

describe("a result", () => {
  it("is a value or an error", () => {
    expectTypeOf<Result<string, ApiError>>().toEqualTypeOf<Success<string> | Failure<ApiError>>()
    expectTypeOf<Result<string, never>>().toEqualTypeOf<Success<string>>()
    const result = {} as Result<string, ApiError | KnownErrors.RequestSchemaError>
    // @ts-expect-error there may be an error instead
    result.value
    if (result.ok) expectTypeOf(result.value).toEqualTypeOf<string>()
    else expectTypeOf(result.error).toEqualTypeOf<ApiError | KnownErrors.RequestSchemaError>()
  })
})

describe("a function of the client level", () => {
  it("has the parameters, the value and the errors of its effect", () => {
    expectTypeOf(auth.Password.signIn).toEqualTypeOf<
      (credentials: Credentials) => Promise<
        Result<
          SignedIn,
          | KnownErrors.EmailPasswordMismatch
          | KnownErrors.PasswordAuthenticationNotEnabled
          | KnownErrors.MultiFactorAuthenticationRequired
          | KnownErrors.RequestSchemaError
          | ApiError
        >
      >
    >()
    expectTypeOf(auth.Teams.list).toEqualTypeOf<
      () => Promise<Result<ReadonlyArray<Teams.Team>, KnownErrors.CannotGetOwnUserWithoutUser | ApiError>>
    >()
    expectTypeOf(auth.Teams.get).toEqualTypeOf<
      (teamId: string) => Promise<
        Result<
          Teams.Team,
          | KnownErrors.TeamMembershipNotFound
          | KnownErrors.UserAuthenticationRequired
          | KnownErrors.RequestSchemaError
          | ApiError
        >
      >
    >()
    expectTypeOf(auth.Session.state).toEqualTypeOf<() => Promise<Success<Session.SessionState>>>()
    auth.Password.signIn({ email: "ada@example.com", password: "correct horse" })
  })

  it("throws its errors below orThrow", () => {
    expectTypeOf(auth.orThrow.Teams.list).toEqualTypeOf<() => Promise<ReadonlyArray<Teams.Team>>>()
    expectTypeOf(auth.orThrow.Teams.get).toEqualTypeOf<(teamId: string) => Promise<Teams.Team>>()
    expectTypeOf(auth.withOptions({ signal: new AbortController().signal }).orThrow).toEqualTypeOf<
      typeof auth.orThrow
    >()
    // @ts-expect-error signals come first: auth.withOptions({ signal }).orThrow
    auth.orThrow.with
  })

  it("keeps its overloads", () => {
    type User = CurrentUser.User
    expectTypeOf(auth.CurrentUser.get({ or: "throw" })).toEqualTypeOf<
      Promise<Result<User, CurrentUser.UserNotSignedIn | ApiError>>
    >()
    expectTypeOf(auth.CurrentUser.get()).toEqualTypeOf<Promise<Result<User | null, ApiError>>>()
    expectTypeOf(auth.CurrentUser.get({ or: "anonymous" })).toEqualTypeOf<
      Promise<Result<User, KnownErrors.AnonymousAccountsNotEnabled | ApiError>>
    >()
    expectTypeOf(browser.CurrentUser.get({ or: "redirect" })).toEqualTypeOf<Promise<Result<User | null, ApiError>>>()
    expectTypeOf(browser.orThrow.CurrentUser.get({ or: "throw" })).toEqualTypeOf<Promise<User>>()
    expectTypeOf(auth.CurrentUser.get({ or: "throw", includeRestricted: true })).toEqualTypeOf<
      Promise<Result<User, CurrentUser.UserNotSignedIn | ApiError>>
    >()
    expectTypeOf(auth.CurrentUser.get({ includeRestricted: true })).toEqualTypeOf<
      Promise<Result<User | null, ApiError>>
    >()
    const or = "throw" as NonNullable<CurrentUser.GetOptions["or"]>
    expectTypeOf(browser.CurrentUser.get({ or })).toEqualTypeOf<
      Promise<
        Result<User | null, CurrentUser.UserNotSignedIn | KnownErrors.AnonymousAccountsNotEnabled | ApiError>
      >
    >()
  })

  it("that requires a page cannot be called without one", () => {
    // @ts-expect-error there is nowhere to redirect to
    auth.CurrentUser.get({ or: "redirect" })
    // @ts-expect-error nobody knows where the app's pages are
    auth.EmailCode.send({ email: "ada@example.com" })
    auth.EmailCode.send({ email: "ada@example.com", callbackUrl: "https://app.example.com" })
    browser.EmailCode.send({ email: "ada@example.com" })
    // @ts-expect-error the same of an optional second argument
    auth.ContactChannels.sendVerificationEmail("id")
    auth.ContactChannels.sendVerificationEmail("id", { callbackUrl: "https://app.example.com" })
    browser.ContactChannels.sendVerificationEmail("id")
    expectTypeOf(auth.Navigation.redirectTo).toEqualTypeOf<Requires<Navigation.Navigation>>()
    expectTypeOf(auth.Navigation.urls).toEqualTypeOf<Requires<Navigation.Navigation>>()
    expectTypeOf(browser.Navigation.urls).toBeCallableWith()
    expectTypeOf(browser.RequestHost.respond).toExtend<Requires<unknown>>()
    expectTypeOf(Auth.makeRequest(new Request("https://app.example.com"), options).orThrow.RequestHost.respond)
      .returns.toEqualTypeOf<Promise<Response>>()
  })

  it("that only computes is unchanged", () => {
    expectTypeOf(auth.MagicLink.joinCode).toEqualTypeOf<typeof MagicLink.joinCode>()
    expectTypeOf(auth.Mfa.isContinuation).toEqualTypeOf<typeof Mfa.isContinuation>()
    expectTypeOf(auth.KnownErrors).toEqualTypeOf<Readonly<typeof KnownErrors>>()
    // @ts-expect-error it takes an effect: auth.run(Mfa.orContinue(…))
    auth.Mfa.orContinue(Password.signIn({ email: "ada@example.com", password: key }))
    expectTypeOf(auth.Resource.get).toEqualTypeOf<Generic>()
    expectTypeOf(auth.run(Resource.get(Resources.teams))).toEqualTypeOf<ReturnType<typeof auth.Teams.list>>()
  })
})

describe("other members of a namespace", () => {
  it("are run with the types of their effects", () => {
    const signIn = Password.signIn({ email: "ada@example.com", password: key })
    expectTypeOf(auth.run(Mfa.orContinue(signIn))).toEqualTypeOf<
      Promise<
        Result<
          SignedIn | Mfa.Continuation,
          | KnownErrors.EmailPasswordMismatch
          | KnownErrors.PasswordAuthenticationNotEnabled
          | KnownErrors.RequestSchemaError
          | ApiError
        >
      >
    >()
    expectTypeOf(auth.orThrow.run(signIn)).toEqualTypeOf<Promise<SignedIn>>()
    const elsewhere = {} as Effect.Effect<void, never, Navigation.Navigation>
    // @ts-expect-error the client has no page
    auth.run(elsewhere)
    browser.run(elsewhere)
  })

  it("are bound with all of their members", () => {
    const sent = auth.bind({} as EmailCode.SentCode)
    expectTypeOf(sent.email).toEqualTypeOf<string>()
    expectTypeOf(sent.signIn).toEqualTypeOf<
      (typed: string | Redacted.Redacted<string>) => Promise<
        Result<Effect.Success<ReturnType<EmailCode.SentCode["signIn"]>>, EmailCode.SignInError>
      >
    >()
    const page = browser.orThrow.bind({} as HandlerPages.SignIn)
    expectTypeOf(page._tag).toEqualTypeOf<"SignIn">()
    expectTypeOf(page.signUp).toEqualTypeOf<(() => Promise<void>) | undefined>()
    expectTypeOf(auth.bind(Password.signIn)).toEqualTypeOf<typeof auth.Password.signIn>()
    expectTypeOf(auth.bind(Password).signIn).toEqualTypeOf<typeof auth.Password.signIn>()
    expectTypeOf(auth.bind({} as Stream.Stream<1, ApiError>)).toEqualTypeOf<AsyncIterable<Result<1, ApiError>>>()
    expectTypeOf(auth.bind("text" as const)).toEqualTypeOf<"text">()
  })
})

describe("a loop", () => {
  it("is over results, or over values", () => {
    expectTypeOf(auth.Session.changes).toEqualTypeOf<AsyncIterable<Success<Session.SessionState>>>()
    expectTypeOf(auth.orThrow.Session.changes).toEqualTypeOf<AsyncIterable<Session.SessionState>>()
    expectTypeOf(server.Users.stream).returns.toEqualTypeOf<
      AsyncIterable<Result<Users.ServerUser, KnownErrors.RequestSchemaError | ApiError>>
    >()
    expectTypeOf(server.orThrow.Users.stream).returns.toEqualTypeOf<AsyncIterable<Users.ServerUser>>()
  })
})

describe("a cached value", () => {
  it("is watched if there is a cache", () => {
    expectTypeOf(auth.watch(Resources.teams)).toEqualTypeOf<
      AsyncIterable<
        Resource.CacheState<ReadonlyArray<Teams.Team>, KnownErrors.CannotGetOwnUserWithoutUser | ApiError>
      >
    >()
    expectTypeOf(auth.orThrow.watch).toEqualTypeOf<typeof auth.watch>()
    expectTypeOf(Auth.fromLayer(Emulator.layerClient()).watch).toEqualTypeOf<Requires<Cache.Cache>>()
    // @ts-expect-error a function is no resource
    auth.watch(auth.Teams.list)
  })
})

/** The members of a level that some program could not call, by kind; and those without typed parameters. */
type Kind<T> = 0 extends 1 & T ? "any"
  : [T] extends [never] ? "never"
  : T extends Generic ? "generic"
  : T extends Requires<any> ? "requires"
  : T extends (...args: never) => infer Out
    ? 0 extends 1 & Out ? "any" : Out extends Promise<infer Told> ? KindOfResult<Told> : "fine"
  : "fine"
type KindOfResult<Told> = Told extends Success<infer A> ? KindOfValue<A>
  : Told extends Failure<infer E> ? KindOfValue<E>
  : "no result"
type KindOfValue<A> = 0 extends 1 & A ? "any" : unknown extends A ? "unknown" : "fine"
type Not<Wanted, Level> = {
  [N in keyof Level]: {
    [K in keyof Level[N]]: Kind<Level[N][K]> extends Wanted ? never : `${N & string}.${K & string}`
  }[
    keyof Level[N]
  ]
}[keyof Level]
type Everything =
  | Auth.RequestServices
  | serverLevel.AccessToken.AccessTokenVerifier
  | Server.Server
  | serverLevel.Authentication.Authentication
  | serverLevel.SessionStore.SessionStore
  | Admin.Admin
  | Authentication.Authentication
  | Authorization.Authorization
  | Principal
  | Scope.Scope
/** Members missing from the published types. */
type Internal = "callAsClient" | "callAsServer" | "callAsAdmin"
type Own<Level> = {
  [N in keyof Promises.Namespaces<Level, Everything, "result">]: Omit<
    Promises.Namespaces<Level, Everything, "result">[N],
    Internal
  >
}

describe("every function of every level", () => {
  it("can be called with its requirements provided, except those whose types depend on their arguments", () => {
    expectTypeOf<Not<"fine", Own<typeof client>>>().toEqualTypeOf<
      | "Mfa.orContinue"
      | "Mfa.orAsk"
      | "Resource.get"
      | "Resource.refresh"
      | "Resource.values"
      | "Resource.optimistic"
      | "Cli.login"
      | "Cli.signIn"
    >()
    expectTypeOf<Not<"generic" | "fine", Own<typeof client>>>().toBeNever()
    expectTypeOf<Not<"fine", Own<typeof serverLevel>>>().toBeNever()
    expectTypeOf<Not<"fine", Own<typeof adminLevel>>>().toBeNever()
  })
})

describe("a level", () => {
  it("has its own functions, and those of lower levels under their names", () => {
    expectTypeOf(server.Users.get).toEqualTypeOf<
      (userId: string) => Promise<
        Result<Users.ServerUser, KnownErrors.UserNotFound | KnownErrors.RequestSchemaError | ApiError>
      >
    >()
    expectTypeOf(server.orThrow.Users.create).toEqualTypeOf<(user?: Users.UserCreation) => Promise<Users.ServerUser>>()
    expectTypeOf(server.client.Teams.list).toEqualTypeOf<typeof auth.Teams.list>()
    expectTypeOf(server.CurrentUser.get({ or: "throw" })).toEqualTypeOf<
      Promise<Result<Users.ServerUser, CurrentUser.UserNotSignedIn | ApiError>>
    >()
    expectTypeOf(admin.Project.get).toEqualTypeOf<
      () => Promise<Result<Project.AdminProject, Effect.Error<typeof Project.get>>>
    >()
    expectTypeOf(admin.orThrow.EmailTemplates.list).returns.resolves.toExtend<
      ReadonlyArray<EmailTemplates.EmailTemplate>
    >()
    expectTypeOf(admin.server.Users.get).toEqualTypeOf<typeof server.Users.get>()
    expectTypeOf(admin.client.Teams.get).toEqualTypeOf<typeof auth.Teams.get>()
  })

  it("has no function of a higher one", () => {
    // @ts-expect-error users are the server's
    auth.Users
    // @ts-expect-error numbers are the admin's
    auth.Metrics
    // @ts-expect-error numbers are the admin's
    server.Metrics
    // @ts-expect-error no level below the client's
    auth.client
    // @ts-expect-error a client has no secret key
    Auth.make({ ...options, secretServerKey: key })
    // @ts-expect-error an admin key is no server's
    ServerAuth.make({ projectId: options.projectId, secretServerKey: key, superSecretAdminKey: key })
  })

  it("is the type of its constructor", () => {
    expectTypeOf(auth).toEqualTypeOf<Auth.Auth>()
    expectTypeOf<Auth.Services>().toEqualTypeOf<Client.Client | Cache.Cache | TokenStore.TokenStore>()
    expectTypeOf(browser).toEqualTypeOf<Auth.Auth<Auth.BrowserServices>>()
    expectTypeOf(Auth.fromLayer(Emulator.layerClient())).toEqualTypeOf<Auth.Auth<Client.Client | Emulator.Emulator>>()
    expectTypeOf(Auth.fromLayer({} as Layer.Layer<Client.Client, Page.HostUnavailable>)).toEqualTypeOf<
      Auth.Auth<Client.Client>
    >()
    expectTypeOf(server).toEqualTypeOf<
      ServerAuth.ServerAuth<Client.Client | Server.Server | TokenStore.TokenStore>
    >()
    expectTypeOf(AdminAuth.makeOwner(auth, { projectId: "id" })).toEqualTypeOf<
      AdminAuth.AdminAuth<Client.Client | Server.Server | Admin.Admin>
    >()
    expectTypeOf(admin).toEqualTypeOf<AdminAuth.AdminAuth>()
    assertType<AdminAuth.AdminAuth<AdminAuth.OwnerServices>>(AdminAuth.makeOwner(browser, {
      projectId: "id"
    }))
    // @ts-expect-error a layer must need nothing more
    Auth.fromLayer({} as Layer.Layer<Client.Client, never, TokenStore.TokenStore>)
    expectTypeOf(auth.dispose).toEqualTypeOf<() => Promise<void>>()
    assertType<AsyncDisposable>(auth)
  })
})
