import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Redacted from "effect/Redacted"
import {
  type ApiError,
  ApiKeys,
  type Cache,
  type Client,
  ConnectedAccounts,
  type ContactChannels,
  type Cookies,
  type CurrentUser,
  type KnownErrors,
  type Navigation,
  type Page,
  Password,
  type Permissions,
  type Project,
  Resource,
  Resources,
  Session,
  type Sessions,
  type TeamInvitations,
  type TeamMembers,
  Teams,
  type TokenStore
} from "latchkey"
import {
  type Action,
  type ActionState,
  AuthProvider,
  EffectAuthProvider,
  Protect,
  type ProvidedServices,
  SignedIn,
  type SignOutResult,
  TestAuthProvider,
  testResource,
  testState,
  useAction,
  useConnectedAccount,
  useConnectedAccountState,
  useContactChannels,
  useContactChannelsState,
  usePermission,
  usePermissions,
  usePermissionsState,
  usePermissionState,
  useProject,
  useProjectState,
  useResource,
  useResourceState,
  useRuntime,
  useSession,
  useSessions,
  useSessionsState,
  useSignOut,
  useTeam,
  useTeamApiKeys,
  useTeamApiKeysState,
  useTeamInvitations,
  useTeamInvitationsState,
  useTeamMembers,
  useTeamMembersState,
  useTeams,
  useTeamsState,
  useTeamState,
  useUser,
  useUserApiKeys,
  useUserApiKeysState,
  useUserState
} from "latchkey/react"

/** A service of an app, which the app has not declared as available to its components. */
class Unsaid extends Context.Service<Unsaid, { readonly count: Effect.Effect<number> }>()("test/Unsaid") {}

type User = CurrentUser.User

type Browser = Client.Client | Navigation.Navigation | Cookies.Cookies | Page.Page

declare const client: Layer.Layer<Browser>
declare const more: Layer.Layer<Browser | Unsaid, ApiError>
declare const clientOnly: Layer.Layer<Client.Client>
declare const withoutPage: Layer.Layer<Exclude<Browser, Page.Page>>
declare const open: Layer.Layer<Browser, never, TokenStore.TokenStore>
declare const other: Layer.Layer<Unsaid>
declare const runtime: ManagedRuntime.ManagedRuntime<Browser | Cache.Cache | Unsaid, ApiError>
declare const without: ManagedRuntime.ManagedRuntime<Browser, never>
declare const withoutNavigation: ManagedRuntime.ManagedRuntime<
  Exclude<Browser, Navigation.Navigation> | Cache.Cache,
  never
>

describe("AuthProvider", () => {
  it("accepts the options of a client for browsers", () => {
    void <AuthProvider projectId="a">text</AuthProvider>
    void (
      <AuthProvider
        projectId="a"
        publishableClientKey="pck_a"
        apiUrl="http://localhost:8102"
        urls={{ signIn: "/login" }}
        redirectMethod={{ navigate: (url, { replace }) => void [url, replace] }}
        domain="example.com"
        requestTimeout="10 seconds"
        dehydrated={{}}
        texts={{ signIn: { submit: "Go" } }}
        onError={(error: unknown) => error}
      />
    )
    void <AuthProvider
      projectId="a"
      redirectMethod={{
        nextjs: {
          redirect: () => {
            throw "a"
          }
        }
      }}
    />
    // @ts-expect-error: the project is missing
    void <AuthProvider publishableClientKey="pck_a" />
    // @ts-expect-error: no server key in a browser
    void <AuthProvider projectId="a" secretServerKey="ssk_a" />
    // @ts-expect-error: there is no such page
    void <AuthProvider projectId="a" urls={{ signin: "/login" }} />
    // @ts-expect-error: options or a layer
    void (<AuthProvider layer={client} projectId="a" />)
    // @ts-expect-error: options or a runtime
    void (<AuthProvider runtime={runtime} projectId="a" />)
    // @ts-expect-error: the options are for `AuthProvider`
    void <EffectAuthProvider projectId="a" />
  })

  it("does not accept a layer or runtime without a service that hooks and actions need", () => {
    // @ts-expect-error: useUser({ or: "redirect" }) would find no Navigation
    void (<AuthProvider layer={clientOnly}>{useUser({ or: "redirect" }).id}</AuthProvider>)
    // @ts-expect-error: an action may require Page
    void (<AuthProvider layer={withoutPage} />)
    // @ts-expect-error: an action may require Navigation
    void (<AuthProvider runtime={withoutNavigation} />)
    // @ts-expect-error: the same for EffectAuthProvider
    void (<EffectAuthProvider layer={clientOnly} />)
    // @ts-expect-error: the same for EffectAuthProvider
    void <EffectAuthProvider runtime={withoutNavigation} />
    void <EffectAuthProvider layer={client} dehydrated={{}} />
    void <EffectAuthProvider runtime={runtime} />
  })

  it("AuthProvider: accepts a layer with all services of components, or a runtime that also has a cache", () => {
    void <AuthProvider layer={client} dehydrated={{}} />
    void <AuthProvider layer={more} onError={(error: unknown) => error} />
    void (<AuthProvider runtime={runtime}>text</AuthProvider>)
    // @ts-expect-error: a client is missing
    void (<AuthProvider layer={other} />)
    // @ts-expect-error: the layer still needs something
    void (<AuthProvider layer={open} />)
    // @ts-expect-error: a cache is missing
    void (<AuthProvider runtime={without} />)
    // @ts-expect-error: one of the two
    void (<AuthProvider layer={client} runtime={runtime} />)
    // @ts-expect-error: a runtime has a cache with the seed already
    void (<AuthProvider runtime={runtime} dehydrated={{}} />)
    // @ts-expect-error: one of the two
    void <AuthProvider />
  })

  it("provides a runtime with all services of components", () => {
    expectTypeOf(useRuntime()).toEqualTypeOf<ManagedRuntime.ManagedRuntime<ProvidedServices, never>>()
    expectTypeOf<ProvidedServices>().toEqualTypeOf<
      Client.Client | Cache.Cache | Navigation.Navigation | Cookies.Cookies | Page.Page
    >()
  })
})

describe("useUser", () => {
  it("returns a user if one is required", () => {
    expectTypeOf(useUser()).toEqualTypeOf<User | null>()
    expectTypeOf(useUser({})).toEqualTypeOf<User | null>()
    expectTypeOf(useUser({ or: "return-null" })).toEqualTypeOf<User | null>()
    expectTypeOf(useUser({ or: "anonymous-if-exists" })).toEqualTypeOf<User | null>()
    expectTypeOf(useUser({ or: "throw" })).toEqualTypeOf<User>()
    expectTypeOf(useUser({ or: "anonymous" })).toEqualTypeOf<User>()
    expectTypeOf(useUser({ or: "redirect" })).toEqualTypeOf<User>()
    expectTypeOf(useUser({} as CurrentUser.GetOptions)).toEqualTypeOf<User | null>()
    expectTypeOf(useUser({ includeRestricted: true })).toEqualTypeOf<User | null>()
    expectTypeOf(useUser({ or: "throw", includeRestricted: true })).toEqualTypeOf<User>()
    // @ts-expect-error: there is no such option
    useUser({ or: "nothing" })
  })

  it("has a state with the errors of each option", () => {
    expectTypeOf(useUserState()).toEqualTypeOf<Resource.CacheState<User | null, ApiError>>()
    expectTypeOf(useUserState({ or: "throw" })).toEqualTypeOf<
      Resource.CacheState<User, CurrentUser.UserNotSignedIn | ApiError>
    >()
    expectTypeOf(useUserState({ or: "anonymous" })).toEqualTypeOf<
      Resource.CacheState<User, KnownErrors.AnonymousAccountsNotEnabled | ApiError>
    >()
    expectTypeOf(useUserState({ or: "redirect" })).toEqualTypeOf<Resource.CacheState<User, ApiError>>()
    expectTypeOf(useUserState({ or: "anonymous-if-exists" })).toEqualTypeOf<
      Resource.CacheState<User | null, ApiError>
    >()
    expectTypeOf(useUserState({ includeRestricted: true })).toEqualTypeOf<Resource.CacheState<User | null, ApiError>>()
    expectTypeOf(useUserState({ or: "redirect", includeRestricted: true })).toEqualTypeOf<
      Resource.CacheState<User, ApiError>
    >()
  })
})

describe("the hooks of resources", () => {
  it("return the value", () => {
    expectTypeOf(useSession()).toEqualTypeOf<Cache.SessionStatus>()
    expectTypeOf(useTeams()).toEqualTypeOf<ReadonlyArray<Teams.Team>>()
    expectTypeOf(useTeam("a")).toEqualTypeOf<Teams.Team>()
    expectTypeOf(useTeamMembers("a")).toEqualTypeOf<ReadonlyArray<TeamMembers.TeamMemberProfile>>()
    expectTypeOf(useTeamInvitations("a")).toEqualTypeOf<ReadonlyArray<TeamInvitations.TeamInvitation>>()
    expectTypeOf(useTeamApiKeys("a")).toEqualTypeOf<ReadonlyArray<ApiKeys.TeamApiKey>>()
    expectTypeOf(useUserApiKeys()).toEqualTypeOf<ReadonlyArray<ApiKeys.UserApiKey>>()
    expectTypeOf(useContactChannels()).toEqualTypeOf<ReadonlyArray<ContactChannels.ContactChannel>>()
    expectTypeOf(useSessions()).toEqualTypeOf<ReadonlyArray<Sessions.UserSession>>()
    expectTypeOf(useConnectedAccount({ provider: "github" })).toEqualTypeOf<ConnectedAccounts.ConnectedAccount | null>()
    expectTypeOf(useProject()).toEqualTypeOf<Project.Project>()
    expectTypeOf(useResource(Resources.user)).toEqualTypeOf<User | null>()
  })

  it("have states with the errors of their calls", () => {
    expectTypeOf(useTeamsState()).toEqualTypeOf<
      Resource.CacheState<ReadonlyArray<Teams.Team>, Effect.Error<typeof Teams.list>>
    >()
    expectTypeOf(useTeamState("a")).toEqualTypeOf<
      Resource.CacheState<Teams.Team, Effect.Error<ReturnType<typeof Teams.get>>>
    >()
    type Lists<F extends (...args: never) => unknown, Call extends Effect.Effect<any, any, any>> = Resource.CacheState<
      ReturnType<F>,
      Effect.Error<Call>
    >
    expectTypeOf(useTeamMembersState("a")).toEqualTypeOf<
      Lists<typeof useTeamMembers, ReturnType<typeof TeamMembers.list>>
    >()
    expectTypeOf(useTeamInvitationsState("a")).toEqualTypeOf<
      Lists<typeof useTeamInvitations, ReturnType<typeof TeamInvitations.list>>
    >()
    expectTypeOf(useContactChannelsState()).toEqualTypeOf<
      Lists<typeof useContactChannels, typeof ContactChannels.list>
    >()
    expectTypeOf(useSessionsState()).toEqualTypeOf<Lists<typeof useSessions, typeof Sessions.list>>()
    expectTypeOf(useProjectState()).toEqualTypeOf<Lists<typeof useProject, typeof Project.get>>()
    const ownKeys = ApiKeys.list({})
    expectTypeOf(useUserApiKeysState()).toEqualTypeOf<Lists<typeof useUserApiKeys, typeof ownKeys>>()
    const keysOfTeam = ApiKeys.list({ teamId: "a" })
    expectTypeOf(useTeamApiKeysState("a")).toEqualTypeOf<Lists<typeof useTeamApiKeys, typeof keysOfTeam>>()
    const account = ConnectedAccounts.get({ provider: "github" })
    expectTypeOf(useConnectedAccountState({ provider: "github" })).toEqualTypeOf<
      Lists<typeof useConnectedAccount, typeof account>
    >()
    expectTypeOf(useResourceState(Resources.user)).toEqualTypeOf<Resource.CacheState<User | null, ApiError>>()
    expectTypeOf(useResourceState(Resource.make({ name: "a", read: Teams.list }))).toEqualTypeOf<
      ReturnType<typeof useTeamsState>
    >()
  })

  it("distinguish permissions in a team from those in the project", () => {
    expectTypeOf(usePermission({ permissionId: "a" })).toEqualTypeOf<boolean>()
    expectTypeOf(usePermissions()).toEqualTypeOf<ReadonlyArray<Permissions.ProjectPermission>>()
    expectTypeOf(usePermissions({ teamId: "a" })).toEqualTypeOf<ReadonlyArray<Permissions.TeamPermission>>()
    expectTypeOf(usePermissionState({ permissionId: "a", teamId: "b" })).toEqualTypeOf<
      Resource.CacheState<boolean, Effect.Error<ReturnType<typeof Permissions.listInTeams>>>
    >()
    expectTypeOf(usePermissionsState({ teamId: "a" })).toEqualTypeOf<
      Resource.CacheState<
        ReadonlyArray<Permissions.TeamPermission>,
        Effect.Error<ReturnType<typeof Permissions.listInTeams>>
      >
    >()
  })
})

describe("useAction", () => {
  it("keeps the parameters, result and errors of the effect", () => {
    const { reset, run, state } = useAction((email: string, password: Redacted.Redacted<string>) =>
      Password.signIn({ email, password })
    )
    type SignIn = ReturnType<typeof Password.signIn>
    expectTypeOf(run).toEqualTypeOf<
      (
        email: string,
        password: Redacted.Redacted<string>
      ) => Promise<Exit.Exit<Effect.Success<SignIn>, Effect.Error<SignIn>>>
    >()
    expectTypeOf(state).toEqualTypeOf<ActionState<Effect.Success<SignIn>, Effect.Error<SignIn>>>()
    expectTypeOf(reset).toEqualTypeOf<() => void>()
  })

  it("accepts an effect, which is run without arguments", () => {
    const { run, state } = useAction(Session.signOut)
    expectTypeOf(run).toEqualTypeOf<() => Promise<Exit.Exit<void, ApiError>>>()
    expectTypeOf(state).toEqualTypeOf<ActionState<void, ApiError>>()
    // @ts-expect-error: the app has not said that it has this
    useAction(Unsaid.use(({ count }) => count))
  })

  it("infers the errors of a generator function, and knows none of a promise", () => {
    const { run, state } = useAction(function*(displayName: string) {
      const team = yield* Teams.create({ displayName })
      yield* Session.signOut
      return team.id
    })
    type Create = ReturnType<typeof Teams.create>
    expectTypeOf(run).toEqualTypeOf<
      (displayName: string) => Promise<Exit.Exit<string, Effect.Error<Create> | Effect.Error<typeof Session.signOut>>>
    >()
    expectTypeOf(state).toEqualTypeOf<ActionState<string, Effect.Error<Create>>>()
    expectTypeOf(useAction(async (count: number) => String(count))).toEqualTypeOf<
      Action<[count: number], string, unknown>
    >()
    // @ts-expect-error: the app has not said that it has this
    useAction(function*() {
      yield* Unsaid.use(({ count }) => count)
    })
    // @ts-expect-error: that is no effect
    useAction(() => "text")
  })

  it("signs out without errors", () => {
    expectTypeOf(useSignOut()).toEqualTypeOf<Action<[], SignOutResult, never>>()
  })

  it("accepts effects that require services of components, and no others", () => {
    useAction(() => Resource.refresh(Resources.user))
    // @ts-expect-error: the app has not said that it has this
    useAction(() => Unsaid.use(({ count }) => count))
  })
})

describe("the components", () => {
  it("accept nodes for every case", () => {
    void <SignedIn fallback={null} pending="…">text</SignedIn>
    void (<Protect fallback={<p />} permission="a" teamId="b">text</Protect>)
    // @ts-expect-error: which permission?
    void <Protect>text</Protect>
  })

  it("accept in tests every state of a resource, and no other", () => {
    void (
      <TestAuthProvider layer={other} resources={[testResource(Resources.teams, [])]} user={{ displayName: "Ada" }} />
    )
    testState(Resources.teams, { _tag: "Pending" })
    // @ts-expect-error: that is no list of teams
    testResource(Resources.teams, [{ id: 5 }])
    // @ts-expect-error: a user has no such field
    void <TestAuthProvider user={{ name: "Ada" }} />
  })
})
