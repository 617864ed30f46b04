/**
 * The errors that the pages show.
 *
 * @since 0.1.0
 */
import type { CodeRefused, OAuthFailed } from "../../src/pages/HandlerPages.ts"
import type { SettingsError } from "../components/settings/SettingsError.ts"
import type { TeamError } from "../components/teams/TeamError.ts"
import type { ShownPage, StepError } from "./ShownPage.ts"

/**
 * Every error that a page may show.
 *
 * @category models
 * @since 0.1.0
 */
export type PageError = StepError<ShownPage> | CodeRefused["error"] | OAuthFailed["error"] | SettingsError | TeamError
