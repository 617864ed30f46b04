/** The people, teams and project of the stories. */
import type { CurrentUser } from "latchkey"
import { project as playground } from "../../contract.ts"
import { type Answers, ok } from "./fakeClient.ts"

const at = (day: string): Date => new Date(`${day}T09:30:00Z`)

export const ada: Partial<CurrentUser.User> = {
  displayName: "Ada Lovelace",
  primaryEmail: "ada@example.com",
  signedUpAt: at("2026-03-02")
}

/** A user with names and addresses that need several lines. */
export const longUser: Partial<CurrentUser.User> = {
  displayName: "Wolfeschlegelsteinhausenbergerdorff Montgomery-Featherstonehaugh de la Vega y Sotomayor III",
  primaryEmail: "a.very.long.email.address.that.does.not.fit.into.a.phone@subdomain.of.a.long.example.com"
}

/** A user without a name, a password and a verified address. */
export const namelessUser: Partial<CurrentUser.User> = {
  displayName: null,
  primaryEmail: "guest@example.com",
  primaryEmailVerified: false,
  hasPassword: false
}

const config = {
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: true,
  passkey_enabled: true,
  client_team_creation_enabled: true,
  client_user_deletion_enabled: true,
  allow_user_api_keys: true,
  allow_team_api_keys: true,
  enabled_oauth_providers: [{ id: "google" }, { id: "github" }, { id: "microsoft" }],
  domains: []
}

/** The response with the project. `changes` replace fields of its configuration. */
export const projectAnswer = (changes: Partial<typeof config> = {}, displayName = "Latchkey"): Answers => ({
  "GET /projects/current": ok({
    id: playground.id,
    display_name: displayName,
    config: { ...config, ...changes }
  })
})
