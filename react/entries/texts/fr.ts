"use client"
/** The French texts for the components. */
import * as common from "../../texts/fr/common.ts"
import { errors, reasons } from "../../texts/fr/errors.ts"
import * as pages from "../../texts/fr/pages.ts"
import * as settings from "../../texts/fr/settings.ts"
import * as teams from "../../texts/fr/teams.ts"
import type { Texts } from "../../texts/texts.ts"

/**
 * The French texts. They address the user as "vous".
 *
 * **Example** (An app in French)
 *
 * ```tsx
 * import { AuthProvider, SignIn } from "latchkey/react"
 * import { fr } from "latchkey/react/texts/fr"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…" texts={fr}>
 *     <SignIn />
 *   </AuthProvider>
 * )
 * ```
 */
export const fr: Texts = { ...common, ...pages, ...settings, ...teams, errors, reasons }
