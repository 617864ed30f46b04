/** The email templates and themes that every project starts with. 2026 generation only. */
import * as Effect from "effect/Effect"
import type * as wire from "../../wire/emailSources.ts"
import { RequiresCustomEmailServer } from "../../wire/KnownErrors.ts"
import type { ProjectRow } from "./rows.ts"

/** Returns the source for a template that renders its name. */
export const makeSource = (name: string): string => `export function EmailTemplate() {\n  return <p>${name}</p>\n}\n`

/** The built-in emails' templates. Their ids are the same in every project. */
const builtInTemplates: ReadonlyArray<wire.EmailTemplateSource> = [
  ["e7d009ce-8d47-4528-b245-5bf119f2ffa3", "Email Verification"],
  ["a70fb3a4-56c1-4e42-af25-49d25603abd0", "Password Reset"],
  ["822687fe-8d0a-4467-a0d1-416b6e639478", "Magic Link/OTP"],
  ["e84de395-2076-4831-9c19-8e9a96a868e4", "Team Invitation"],
  ["066dd73c-36da-4fd0-b6d6-ebf87683f8bc", "Sign In Invitation"],
  ["70372aee-0441-4d80-974c-2e858e40123a", "Payment Receipt"],
  ["f64b1afe-27ec-4a28-a277-7178f3261f9a", "Payment Failed"]
].map(([id, displayName]) => ({ id: id!, displayName: displayName!, tsxSource: makeSource(displayName!) }))

/** Returns a new project's templates, by id. */
export const makeDefaultSources = (): Map<string, wire.EmailTemplateSource> =>
  new Map(builtInTemplates.map((template) => [template.id, template]))

/** Lists the templates that a project uses. With the shared email server, these are the built-in ones. */
export const listTemplates = ({ config, emailSources }: ProjectRow): ReadonlyArray<wire.EmailTemplateSource> =>
  config.emailConfig.type === "shared" ? builtInTemplates : [...emailSources.values()]

export const defaultThemeId = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac"

/** Every project's themes. */
export const themes: ReadonlyArray<wire.EmailTheme & { readonly tsxSource: string }> = [
  [defaultThemeId, "Default Light"],
  ["a0172b5d-cff0-463b-83bb-85124697373a", "Default Dark"],
  ["c7e2d94f-8a1b-4e6d-b3f5-9d0a2e7c1b8f", "Default Colorful"]
].map(([id, displayName]) => ({ id: id!, displayName: displayName!, tsxSource: makeSource(displayName!) }))

/** Fails with `RequiresCustomEmailServer` if a project sends its emails through the shared server. */
export const requireCustomServer = ({ config }: ProjectRow): Effect.Effect<void, RequiresCustomEmailServer> =>
  config.emailConfig.type === "standard"
    ? Effect.void
    : Effect.fail(
      new RequiresCustomEmailServer({
        message: "This project uses the shared email server. Configure an email server for it first.",
        details: {}
      })
    )
