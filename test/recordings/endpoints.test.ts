/** The descriptions compared with the service's endpoint catalogue: method, path, status, access level, errors. */
import { assert, it } from "@effect/vitest"
import type { Any } from "../../src/wire/Endpoint.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { groupBy } from "../support/groupBy.ts"
import { describeWith, isInScope, readShared } from "./recordings.ts"

interface Entry {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Access levels, lowest first. */
  readonly access: ReadonlyArray<string>
  readonly response: { readonly status: number } | null
  readonly errors: ReadonlyArray<string>
}

/** The catalogue is of 2025. */
const descriptions = endpoints.filter(({ generation }) => generation !== "2026")

/** Errors of services since 2026 only. */
const since2026: ReadonlySet<string> = new Set([
  "APPLE_BUNDLE_ID_NOT_CONFIGURED",
  "BOT_CHALLENGE_FAILED",
  "BOT_CHALLENGE_REQUIRED",
  "INVALID_APPLE_CREDENTIALS",
  "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE",
  "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
  "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE",
  "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
  "SIGN_UP_REJECTED",
  "TEAM_INVITATION_EMAIL_MISMATCH",
  "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED"
])

const file = "endpoints.json"
// Sound: the file is an array of entries, and a missing field fails a comparison.
const entries = readShared(file) as ReadonlyArray<Entry> | undefined

/** Entries of descriptions that share method and path with another one's. */
const grants: Readonly<Record<string, string>> = {
  "oauth.refresh": "auth.oauth.token.refresh",
  "oauth.exchange": "auth.oauth.token.code"
}

const servers = "a server names owners by id and needs no signed-in user"
const members = "only a client is told so, when its user lacks a permission in the team"
const membershipFirst = "a client is asked for its membership first, which no unknown team has"
const noPermissions = "a server needs no membership and no permission"

/** Errors that a description leaves to `ApiError`, with the reason. */
const leftOut: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "oauth.refresh": {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: "the project's configuration is refused, as ProjectRefused says",
    SCHEMA_ERROR: "the session makes the form by itself",
    BODY_PARSING_ERROR: "the session makes the form by itself"
  },
  "oauth.exchange": {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: "the project's configuration is refused, as ProjectRefused says",
    BODY_PARSING_ERROR: "the client makes the form by itself"
  },
  "userApiKeys.list.server": { USER_AUTHENTICATION_REQUIRED: servers },
  "userApiKeys.create.server": { USER_AUTHENTICATION_REQUIRED: servers },
  "userApiKeys.get.server": { USER_AUTHENTICATION_REQUIRED: servers },
  "userApiKeys.update.server": { USER_AUTHENTICATION_REQUIRED: servers },
  "teamApiKeys.list.server": { USER_AUTHENTICATION_REQUIRED: servers, API_KEY_NOT_FOUND: members },
  "teamApiKeys.create.server": { USER_AUTHENTICATION_REQUIRED: servers, API_KEY_NOT_FOUND: members },
  "teamApiKeys.get.server": { USER_AUTHENTICATION_REQUIRED: servers },
  "teamApiKeys.update.server": { USER_AUTHENTICATION_REQUIRED: servers },
  "teams.get": { TEAM_NOT_FOUND: membershipFirst },
  "teams.get.server": { TEAM_MEMBERSHIP_NOT_FOUND: noPermissions, USER_AUTHENTICATION_REQUIRED: noPermissions },
  "teams.remove": { TEAM_NOT_FOUND: membershipFirst },
  "teams.remove.server": {
    USER_AUTHENTICATION_REQUIRED: noPermissions,
    TEAM_MEMBERSHIP_NOT_FOUND: noPermissions,
    TEAM_PERMISSION_REQUIRED: noPermissions
  },
  "teamMemberProfiles.list": {
    TEAM_NOT_FOUND: membershipFirst,
    USER_NOT_FOUND: "a client lists all members, or the user that it has"
  },
  "teamMemberProfiles.list.server": {
    TEAM_MEMBERSHIP_NOT_FOUND: noPermissions,
    TEAM_PERMISSION_REQUIRED: noPermissions
  },
  "teamMemberProfiles.get.server": {
    TEAM_PERMISSION_REQUIRED: noPermissions
  },
  "teamMemberships.remove.server": {
    TEAM_PERMISSION_REQUIRED: noPermissions
  },
  "contactChannels.sendVerificationCode": { USER_ID_DOES_NOT_EXIST: "a client has no user but its own" },
  "teamInvitations.sendCode.server": {
    USER_AUTHENTICATION_REQUIRED: noPermissions,
    TEAM_MEMBERSHIP_NOT_FOUND: noPermissions,
    TEAM_PERMISSION_REQUIRED: noPermissions
  },
  "teamInvitations.list": { TEAM_NOT_FOUND: membershipFirst },
  "teamInvitations.list.server": {
    CANNOT_GET_OWN_USER_WITHOUT_USER: servers,
    TEAM_MEMBERSHIP_NOT_FOUND: noPermissions,
    TEAM_PERMISSION_REQUIRED: noPermissions
  },
  "teamInvitations.revoke": { TEAM_NOT_FOUND: membershipFirst },
  "teamInvitations.revoke.server": {
    CANNOT_GET_OWN_USER_WITHOUT_USER: servers,
    TEAM_MEMBERSHIP_NOT_FOUND: noPermissions,
    TEAM_PERMISSION_REQUIRED: noPermissions
  }
}

const signedOut = "the client sends no request if no user is signed in; the service responds with SCHEMA_ERROR"

/** Errors that a description has in addition to the catalogue's, with the reason. */
const extras: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "internalProjects.create": { TEAM_MEMBERSHIP_NOT_FOUND: "services since 2026 check the team that owns the project" },
  "userApiKeys.list": { CANNOT_GET_OWN_USER_WITHOUT_USER: "as for any request that names `me`" },
  "password.update": { CANNOT_GET_OWN_USER_WITHOUT_USER: signedOut },
  "password.set": { CANNOT_GET_OWN_USER_WITHOUT_USER: signedOut },
  "passkey.startRegistration": { CANNOT_GET_OWN_USER_WITHOUT_USER: signedOut },
  "passkey.completeRegistration": { CANNOT_GET_OWN_USER_WITHOUT_USER: signedOut },
  "contactChannels.sendVerificationCodeLegacy": { CANNOT_GET_OWN_USER_WITHOUT_USER: signedOut },
  "oauth.authorize": { REDIRECT_URL_NOT_WHITELISTED: "services since 2026 check the page for afterwards" },
  "teamInvitations.acceptCheck": {
    USER_AUTHENTICATION_REQUIRED: "services that compare the invited address need a user"
  },
  "password.signUp": { REDIRECT_URL_NOT_WHITELISTED: "recorded, and documented for newer services" }
}

/** Descriptions whose input no caller can get wrong: they leave SCHEMA_ERROR to `ApiError`. */
const fixedInput: Readonly<Record<string, string>> = {
  "passkey.startSignIn": "the body is always empty",
  "oauth.refresh": "the session makes the form by itself",
  "oauth.callback": "a provider makes it, and whatever is wrong with it is refused in a text",
  "projects.checkFeatureSupport": "any text names a feature",
  "sessions.signOut": "the body is always empty",
  "sessions.list": "the client asks for the sessions of `me`",
  "teams.list": "the client asks for the teams of `me`",
  "contactChannels.list": "the client asks for the channels of `me`",
  "webhooks.createSvixToken": "the body is always empty"
}

/** The path with a `*` for every parameter, and for the catalogue's `me`. */
const templateOf = (path: string): string =>
  path.replace(/^\/api\/v1/, "").replace(/\{\w+\}|(?<=(?:connected-accounts|contact-channels)\/)me/g, "*")

const pathOf = (endpoint: Any): string =>
  endpoint.path.startsWith("//")
    ? endpoint.path.slice(1).replace(/^\/api\/v1/, "")
    : endpoint.path.replace(/:\w+/g, "*")

/** Finds the entry of a description. If several share its route, the one for its level. */
const findEntry = (endpoint: Any): Entry | undefined => {
  const grant = grants[endpoint.id]
  if (grant !== undefined) return entries?.find(({ id }) => id === grant)
  const found = entriesByRoute.get(`${endpoint.method} ${pathOf(endpoint)}`) ?? []
  return found.find(({ access }) => access[0] === endpoint.level) ??
    found.find(({ access }) => access.includes(endpoint.level))
}

const entriesByRoute = groupBy(entries ?? [], ({ method, path }) => `${method} ${templateOf(path)}`)

const entryByEndpoint: ReadonlyMap<Any, Entry | undefined> = new Map(
  descriptions.map((endpoint) => [endpoint, findEntry(endpoint)])
)

const codesOf = (endpoint: Any): ReadonlyArray<string> =>
  endpoint.errors.map(({ code }) => code).filter((code) => !since2026.has(code))

/** The error of any request that names the user as `me`, if the catalogue omits it. */
/** The service checks each body before the endpoint, so the catalogue names neither code. */
const ofEveryBody: ReadonlySet<string> = new Set(["SCHEMA_ERROR", "BODY_PARSING_ERROR"])

const ofMe = ({ session }: Any, { errors }: Entry): ReadonlyArray<string> =>
  session === "me" && !errors.includes(noOwnUser) ? [noOwnUser] : []

const noOwnUser = "CANNOT_GET_OWN_USER_WITHOUT_USER"

describeWith(file, entries, "descriptions of endpoints", () => {
  for (const endpoint of descriptions) {
    it(`${endpoint.id}: the description matches the catalogue`, () => {
      const entry = entryByEndpoint.get(endpoint)
      assert(entry !== undefined, "the catalogue does not have it")
      assert.strictEqual(endpoint.status, entry.response?.status)
      // A route that returns more to a server than to a client has a description for each, and one entry.
      const isSecondView = descriptions.some((other) =>
        entryByEndpoint.get(other) === entry && other !== endpoint && other.level === entry.access[0]
      )
      assert(endpoint.level === entry.access[0] || isSecondView, `the catalogue begins at ${entry.access[0]}`)
      const declared = codesOf(endpoint)
      const mayLeaveOut = leftOut[endpoint.id] ?? {}
      assert.deepStrictEqual(
        entry.errors.filter((code) => !declared.includes(code)).sort(),
        Object.keys(mayLeaveOut).sort(),
        "errors that are left out"
      )
      assert.deepStrictEqual(
        declared.filter((code) => !ofEveryBody.has(code) && !entry.errors.includes(code)).sort(),
        [...Object.keys(extras[endpoint.id] ?? {}), ...ofMe(endpoint, entry)].sort(),
        "errors besides the catalogue's"
      )
      const hasInput = endpoint.params !== undefined || endpoint.query !== undefined || endpoint.payload !== undefined
      assert.strictEqual(
        declared.includes("SCHEMA_ERROR"),
        hasInput && !Object.hasOwn(fixedInput, endpoint.id),
        "SCHEMA_ERROR"
      )
      assert.strictEqual(new Set(declared).size, declared.length, "an error is declared twice")
    })
  }

  it("every entry in scope has a description, and every listed deviation belongs to one", () => {
    const request = (entry: Entry) => ({ method: entry.method, path: entry.path.replace(/\{\w+\}/g, "x"), headers: {} })
    const inScope = entries!.filter((entry) =>
      isInScope({ name: entry.id, request: request(entry), response: { status: 200, headers: {}, body: null } })
    )
    const described = new Set(entryByEndpoint.values())
    assert.deepStrictEqual(
      inScope.filter((entry) => !described.has(entry)).map(({ id }) => id).sort(),
      []
    )
    const ids = new Set(descriptions.map(({ id }) => id))
    for (const id of [leftOut, extras, fixedInput].flatMap((list) => Object.keys(list))) assert(ids.has(id), id)
  })
})
