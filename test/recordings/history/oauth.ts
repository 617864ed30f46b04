/**
 * The unrecorded steps between the recordings about OAuth. The start of a flow and the provider's pages are not recorded, only
 * the provider's response is. So the flow and the provider's code are created in the state.
 */
import { createHash, randomUUID } from "node:crypto"
import type { OAuthFlowRow, ProviderAccount } from "../../../src/emulator/state/oauthRows.ts"
import type { ProjectConfig } from "../../../src/emulator/state/ProjectConfig.ts"
import type { ProjectRow } from "../../../src/emulator/state/rows.ts"
import { claimsOf, fieldsOf } from "../recordings.ts"
import type { World } from "../world.ts"
import { type Exceptions, main, type Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

/** The user signed in by a code grant. */
const signedIn = (world: World, name: string): string => claimsOf(world.recorded.bodyOf(name).access_token)!.sub

/** An account of the recordings' provider, which used the address as id. */
const account = (email: string): ProviderAccount => ({
  accountId: email,
  email,
  emailVerified: true,
  displayName: null
})

/** Starts a flow whose end is recorded, and approves it at the provider. */
export const begun = (
  world: World,
  name: string,
  email: string,
  more: Partial<OAuthFlowRow> = {},
  project: ProjectRow = main(world)
): void => {
  const { code = "", state = "" } = world.recorded.byName(name).request.query!
  project.oauthFlows.set(state, {
    innerState: state,
    providerId: "github",
    expiresAtMillis: Infinity,
    redirectUri: "http://localhost:3000/handler/cb",
    state: "some-state",
    scope: "legacy",
    responseType: "code",
    codeChallenge: "some-code-challenge",
    codeChallengeMethod: "plain",
    linkTo: undefined,
    providerScopes: ["openid"],
    errorRedirectUrl: undefined,
    afterCallbackRedirectUrl: undefined,
    isJson: false,
    grant: { code, account: account(email) },
    ...more
  })
}

const errorRedirectUrl = "http://localhost:3000/handler/error"

/** The address of the account that signed in when these flows ended, which tokens contain since 2026. */
const accountIn = (world: World, grantName: string, otherwise: string): string => {
  const email = claimsOf(world.recorded.bodyOf(grantName).access_token)?.all["email"]
  return typeof email === "string" ? email : otherwise
}

const firstAccount = (world: World) => accountIn(world, "oauth code grant existing user", "first@example.com")

/** A flow whose end is recorded. */
const flow = (email: (world: World) => string, more?: Partial<OAuthFlowRow>) => (name: string) => (world: World) =>
  begun(world, name, email(world), more)

/** The address in use according to a recorded refusal. */
const takenEmail = (world: World, name: string): string => {
  const { body, headers } = world.recorded.byName(name).response
  const details = body === null ? new URL(headers["location"]!).searchParams.get("details") : undefined
  return (details == null ? fieldsOf(body).details : JSON.parse(details)).contact_channel_value
}

const linked = (world: World) => fieldsOf(world.recorded.bodyOf("users/me after link").oauth_providers[0]).account_id
const linker = (world: World) => world.names.of(world.recorded.owner("users/me after link").sub)

/** A user with a password who already has an address. */
const holderOf = (world: World, email: string, verified: boolean, id: string = randomUUID()): void =>
  void world.user(main(world), { id, email, verified })

const configure = (world: World, config: Partial<ProjectConfig>) => void Object.assign(main(world).config, config)

const flows: Readonly<Record<string, (name: string) => (world: World) => void>> = {
  "oauth callback success": flow(firstAccount),
  "oauth callback success existing user": flow(firstAccount),
  "oauth callback success new user": (name) => (world) =>
    begun(world, name, world.recorded.bodyOf("users/me of oauth user").primary_email),
  "oauth callback for redirect mismatch": flow(firstAccount),
  "oauth callback without inner cookie": flow(firstAccount),
  "oauth callback access denied, no error redirect": flow(firstAccount, { grant: undefined }),
  "oauth callback access denied, with error_redirect_uri": flow(firstAccount, { grant: undefined, errorRedirectUrl }),
  "oauth callback redirect uri not whitelisted": flow(firstAccount, { redirectUri: "https://evil.example.org/" }),
  "oauth callback invalid scope": flow(firstAccount, { scope: "openid" }),
  "oauth callback link success": (name) => (world) => {
    const id = world.recorded.owner("users/me after link").sub
    world.user(main(world), { id, email: world.recorded.bodyOf("users/me after link").primary_email })
    begun(world, name, linked(world), { linkTo: linker(world) })
  },
  "oauth callback link account of another user": (name) => (world) =>
    begun(world, name, linked(world), { linkTo: randomUUID() }),
  "oauth callback link account of another user, with error_redirect_uri": (name) => (world) =>
    begun(world, name, linked(world), { linkTo: randomUUID(), errorRedirectUrl }),
  "oauth callback link second account of the same provider": (name) => (world) =>
    begun(world, name, "second@example.com", { linkTo: linker(world) }),
  "oauth callback S256": (name) => (world) => {
    const verifier = fieldsOf(Object.fromEntries(
      new URLSearchParams(
        String(world.recorded.byName("oauth code grant S256 with after_callback_redirect_url").request.body)
      )
    )).code_verifier
    begun(world, name, firstAccount(world), {
      codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
      codeChallengeMethod: "S256",
      afterCallbackRedirectUrl: "http://localhost:3000/after"
    })
  },
  "oauth callback same email as unverified password account, link_method": (name) => (world) => {
    holderOf(world, takenEmail(world, name), false)
    begun(world, name, takenEmail(world, name))
  },
  "oauth callback same email as verified password account, link_method": (name) => (world) => {
    holderOf(
      world,
      accountIn(world, "oauth code grant same email, verified, link_method", "merged@example.com"),
      true,
      signedIn(world, "oauth code grant same email, verified, link_method")
    )
    begun(world, name, accountIn(world, "oauth code grant same email, verified, link_method", "merged@example.com"))
  },
  "oauth callback same email as unverified password account, raise_error": (name) => (world) => {
    configure(world, { oauthAccountMergeStrategy: "raise_error" })
    holderOf(world, takenEmail(world, name), false)
    begun(world, name, takenEmail(world, name))
  },
  "oauth callback same email as verified password account, raise_error": (name) => (world) => {
    holderOf(world, takenEmail(world, name), true)
    begun(world, name, takenEmail(world, name))
  },
  "oauth callback same email as unverified password account, allow_duplicates": (name) => (world) => {
    configure(world, { oauthAccountMergeStrategy: "allow_duplicates" })
    holderOf(
      world,
      accountIn(world, "oauth code grant same email, unverified, allow_duplicates", "unverified-twice@example.com"),
      false
    )
    begun(
      world,
      name,
      accountIn(world, "oauth code grant same email, unverified, allow_duplicates", "unverified-twice@example.com")
    )
  },
  "oauth callback same email as verified password account, allow_duplicates": (name) => (world) => {
    holderOf(
      world,
      accountIn(world, "oauth code grant same email, verified, allow_duplicates", "verified-twice@example.com"),
      true
    )
    begun(
      world,
      name,
      accountIn(world, "oauth code grant same email, verified, allow_duplicates", "verified-twice@example.com")
    )
  },
  "oauth callback after outer timeout": (name) => (world) => {
    configure(world, { oauthAccountMergeStrategy: "link_method" })
    begun(world, name, firstAccount(world), { expiresAtMillis: 0 })
  },
  "oauth callback mfa user": (name) => (world) => {
    const user = world.userOf(main(world), world.recorded.owner("users/me of oauth user").sub)
    user.totpSecretBase64 = Buffer.alloc(20).toString("base64")
    begun(world, name, world.recorded.bodyOf("users/me of oauth user").primary_email)
  },
  "oauth callback sign-up disabled, no error redirect": flow(() => "late@example.com"),
  "oauth callback sign-up disabled, with error_redirect_uri": flow(() => "late@example.com", { errorRedirectUrl })
}

export const meanwhile: Meanwhile = {
  ...Object.fromEntries(Object.entries(flows).map(([name, of]) => [name, of(name)])),
  "connected account access token (server)": (world) =>
    world.userOf(main(world), world.recorded.bodyOf("user with oauth provider created by server").id).oauthProviders[0]!
      .tokens.push({
        accessToken: world.recorded.bodyOf("connected account access token (server)").access_token,
        expiresAtMillis: Infinity,
        refreshToken: "provider-refresh-token",
        scopes: ["user-read-email"]
      })
}
