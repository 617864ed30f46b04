"use client"
/** The Italian texts for the components. */
import * as common from "../../texts/it/common.ts"
import { errors, reasons } from "../../texts/it/errors.ts"
import * as pages from "../../texts/it/pages.ts"
import * as settings from "../../texts/it/settings.ts"
import * as teams from "../../texts/it/teams.ts"
import type { Texts } from "../../texts/texts.ts"

/**
 * The Italian texts. They address the user as "tu".
 *
 * **Example** (An app in Italian)
 *
 * ```tsx
 * import { AuthProvider, SignIn } from "latchkey/react"
 * import { it } from "latchkey/react/texts/it"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…" texts={it}>
 *     <SignIn />
 *   </AuthProvider>
 * )
 * ```
 */
export const it: Texts = { ...common, ...pages, ...settings, ...teams, errors, reasons }
