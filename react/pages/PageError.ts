/** The errors that the pages show. */
import type { CodeRefused, OAuthFailed } from "../../src/pages/HandlerPages.ts"
import type { SettingsError } from "../components/settings/SettingsError.ts"
import type { TeamError } from "../components/teams/TeamError.ts"
import type { ShownPage, StepError } from "./ShownPage.ts"

/** Every error that a page may show. */
export type PageError = StepError<ShownPage> | CodeRefused["error"] | OAuthFailed["error"] | SettingsError | TeamError
