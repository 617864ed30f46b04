"use client"
/** The Dutch texts for the components. */
import * as common from "../../texts/nl/common.ts"
import { errors, reasons } from "../../texts/nl/errors.ts"
import * as pages from "../../texts/nl/pages.ts"
import * as settings from "../../texts/nl/settings.ts"
import * as teams from "../../texts/nl/teams.ts"
import type { Texts } from "../../texts/texts.ts"

/**
 * The Dutch texts. They address the user as "je".
 *
 * **Example** (An app in Dutch)
 *
 * ```tsx
 * import { AuthProvider, SignIn } from "latchkey/react"
 * import { nl } from "latchkey/react/texts/nl"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…" texts={nl}>
 *     <SignIn />
 *   </AuthProvider>
 * )
 * ```
 */
export const nl: Texts = { ...common, ...pages, ...settings, ...teams, errors, reasons }
