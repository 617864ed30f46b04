/** The unrecorded steps between the recordings of 2026 about OAuth: the starts of flows, and the settings of projects. */
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import type { OAuthFlowRow } from "../../../src/emulator/state/oauthRows.ts"
import type { ProjectRow } from "../../../src/emulator/state/rows.ts"
import { claimsOf } from "../recordings.ts"
import type { World } from "../world.ts"
import { begun } from "./oauth.ts"
import type { Exceptions, Meanwhile } from "./types.ts"

const sharedKeys =
  "The recorded service gave out tokens of shared OAuth keys, by its configuration. The emulator refuses."

export const exceptions: Exceptions = {
  "connected account shared keys [no override header]": sharedKeys,
  "connected account shared keys": sharedKeys,
  "connected account access token (server)": sharedKeys,
  "connected account user without scope body": sharedKeys
}

const errorRedirectUrl = "http://localhost:3000/handler/error"
const untrusted = "https://evil.example.org/"
const denied = { grant: undefined } as const

/** Determines a project by a recording whose headers, query or form name it. */
const projectOf = (world: World, name: string): ProjectRow => {
  const { body, headers, query } = world.recorded.byName(name).request
  const form = new URLSearchParams(typeof body === "string" ? body : "")
  return world.project(headers["X-Stack-Project-Id"] ?? query?.["client_id"] ?? form.get("client_id")!)
}

const keyless = (world: World) => projectOf(world, "oauth code grant of a keyless client")
const flows = (world: World) => projectOf(world, "oauth authorize json mode")
const ruled = (world: World) => projectOf(world, "password sign-up rejected by a rule")
const anonymous = (world: World) => projectOf(world, "anonymous upgrade by oauth: code grant")

/** The address in the access token of a recorded code grant. */
const grantedEmail = (world: World, name: string): string =>
  String(claimsOf(world.recorded.bodyOf(name).access_token)!.all["email"])

const accounts = (world: World): ReadonlyArray<string> =>
  world.recorded.bodyOf("connected accounts list own").items.map((item: any) => item.provider_account_id)

const linker = (world: World) => world.names.of(world.recorded.owner("connected accounts list own").sub)

/** The address in use according to a recorded error. */
const takenEmail = (world: World, name: string): string => {
  const { searchParams } = new URL(world.recorded.byName(name).response.headers["location"]!)
  return JSON.parse(searchParams.get("details")!).contact_channel_value
}

/** Creates a flow in the most common project, by the recording of its end. */
const flow = (email: string, more?: Partial<OAuthFlowRow>) => (name: string) => (world: World) =>
  begun(world, name, email, more, flows(world))

/** Gives a project providers with the service's shared keys, or with its own keys. */
const provide = (project: ProjectRow, ids: ReadonlyArray<string>, type: "shared" | "standard" = "shared"): void => {
  project.config.oauthProviders = ids.map((id) =>
    type === "shared" ? { id, type } : { id, type, clientId: id, clientSecret: Redacted.make("secret") }
  )
}

const names: Readonly<Record<string, (name: string) => (world: World) => void>> = {
  "oauth callback of a keyless client": (name) => (world) =>
    begun(world, name, grantedEmail(world, "oauth code grant of a keyless client"), {}, keyless(world)),
  "oauth callback of json mode without cookie": (name) => (world) =>
    begun(world, name, grantedEmail(world, "oauth code grant of json mode"), {
      isJson: true,
      afterCallbackRedirectUrl: "http://localhost:3000/after"
    }, flows(world)),
  "oauth error at redirect_uri: access denied": flow("a@example.com", denied),
  "oauth error at redirect_uri: access denied, with error_redirect_uri": flow("a@example.com", {
    ...denied,
    errorRedirectUrl
  }),
  "oauth error at redirect_uri: access denied, with error_redirect_url": flow("a@example.com", {
    ...denied,
    errorRedirectUrl
  }),
  "oauth error: redirect_uri not trusted, with error_redirect_uri": flow("a@example.com", {
    redirectUri: untrusted,
    errorRedirectUrl
  }),
  "oauth error: redirect_uri not trusted, error_redirect_uri neither": flow("a@example.com", {
    redirectUri: untrusted,
    errorRedirectUrl: untrusted
  }),
  "oauth error: redirect_uri not trusted and access denied": flow("a@example.com", {
    ...denied,
    redirectUri: untrusted
  }),
  "oauth error at redirect_uri: address of an unverified password account": (name) => (world) => {
    world.user(flows(world), { id: randomUUID(), email: takenEmail(world, name) })
    begun(world, name, takenEmail(world, name), {}, flows(world))
  },
  "oauth error at redirect_uri: address in use, raise_error": (name) => (world) => {
    flows(world).config.oauthAccountMergeStrategy = "raise_error"
    begun(world, name, takenEmail(world, name), {}, flows(world))
  },
  "oauth error at redirect_uri: sign-up disabled": (name) => (world) => {
    flows(world).config.signUpEnabled = false
    begun(world, name, "new@example.com", {}, flows(world))
  },
  "oauth error: outer timeout": (name) => (world) => {
    Object.assign(flows(world).config, { oauthAccountMergeStrategy: "link_method", signUpEnabled: true })
    begun(world, name, "new@example.com", { expiresAtMillis: 0 }, flows(world))
  },
  "oauth callback link account 1 of the same provider": (name) => (world) => {
    const owner = world.recorded.owner("connected accounts list own")
    world.user(flows(world), { id: owner.sub, email: grantedEmail(world, "oauth code grant after link 1") })
    begun(world, name, accounts(world)[0]!, { linkTo: linker(world) }, flows(world))
  },
  "oauth callback link account 2 of the same provider": (name) => (world) =>
    begun(world, name, accounts(world)[1]!, { linkTo: linker(world) }, flows(world)),
  "oauth error at redirect_uri: link an account of another user": (name) => (world) => {
    const other = world.recorded.owner("connected accounts list of a user without any").sub
    world.user(flows(world), { id: other })
    begun(world, name, accounts(world)[0]!, { linkTo: world.names.of(other) }, flows(world))
  },
  "oauth link the same account again": (name) => (world) =>
    begun(world, name, accounts(world)[0]!, { linkTo: linker(world) }, flows(world)),
  "oauth sign-in with the second linked account": (name) => (world) =>
    begun(world, name, accounts(world)[1]!, {}, flows(world)),
  "oauth sign-in with an account which may not sign in": (name) => (world) =>
    begun(world, name, accounts(world)[1]!, {}, flows(world)),
  "oauth error at redirect_uri: sign-up rejected by a rule": (name) => (world) => {
    provide(ruled(world), ["github"])
    begun(world, name, "o1@bad.example.com", {}, ruled(world))
  },
  "oauth error at redirect_uri: sign-up rejected by a rule, with error_redirect_uri": (name) => (world) =>
    begun(world, name, "o2@bad.example.com", { errorRedirectUrl }, ruled(world)),
  "anonymous upgrade by oauth: callback": (name) => (world) =>
    begun(world, name, grantedEmail(world, "anonymous upgrade by oauth: code grant"), {
      upgrade: world.names.of(
        claimsOf(world.recorded.bodyOf("anonymous upgrade by oauth: code grant").access_token)!.sub
      )
    }, anonymous(world))
}

const otherConnection =
  "oauth provider update allow_sign_in of an account used for sign-in by other [no override header]"

const crossDomain = "oauth cross-domain authorize"

const secondAccount = (world: World) =>
  world.userOf(flows(world), world.recorded.owner("connected accounts list own").sub).oauthProviders
    .find(({ accountId }) => accountId === accounts(world)[1])!

export const meanwhile: Meanwhile = {
  ...Object.fromEntries(Object.entries(names).map(([name, of]) => [name, of(name)])),
  // The recorded service returned tokens of shared keys, too.
  "connected account access token by account id": (world) => provide(flows(world), ["github", "google"], "standard"),
  [otherConnection]: (world) => {
    const user = world.userOf(flows(world), world.recorded.owner("connected accounts list own").sub)
    user.oauthProviders = [...user.oauthProviders, {
      id: "google",
      connectionId: world.recorded.byName(otherConnection).request.path.split("/").at(-1)!,
      accountId: "google-1b",
      email: "g1@example.com",
      allowSignIn: false,
      allowConnectedAccounts: true,
      tokens: []
    }]
  },
  "connected account access token where not allowed": (world) => {
    secondAccount(world).allowConnectedAccounts = false
  },
  // The session began with an earlier, unrecorded sign-in.
  [crossDomain]: (world) => {
    const { sessions } = flows(world)
    const session = sessions.get(world.names.of(world.recorded.owner(crossDomain).sessionId))!
    const refreshToken = world.recorded.byName(crossDomain).request.headers["X-Stack-Refresh-Token"]!
    sessions.set(session.id, { ...session, refreshToken })
  },
  "users/me with a provider which may not sign in": (world) => {
    secondAccount(world).allowSignIn = false
  },
  "oauth authorize with a good bot challenge token": (world) => provide(flows(world), ["github", "google"]),
  "apple native without bundle id [no override header]": (world) =>
    provide(projectOf(world, "apple native without bundle id"), ["github", "apple"], "standard"),
  "anonymous oauth authorize with token": (world) => {
    const project = anonymous(world)
    provide(project, ["github"])
    const { sub } = claimsOf(world.recorded.bodyOf("anonymous upgrade by oauth: code grant").access_token)!
    const user = world.user(project, { id: sub, email: null, password: null })
    if (user !== undefined) user.isAnonymous = true
  }
}
