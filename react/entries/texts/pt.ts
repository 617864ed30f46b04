"use client"
/** The Portuguese texts of the components. */
import * as common from "../../texts/pt/common.ts"
import { errors, reasons } from "../../texts/pt/errors.ts"
import * as pages from "../../texts/pt/pages.ts"
import * as settings from "../../texts/pt/settings.ts"
import * as teams from "../../texts/pt/teams.ts"
import type { Texts } from "../../texts/texts.ts"

/**
 * The Portuguese texts. They use the vocabulary of Brazil, and address the user as "você".
 *
 * **Example** (An app in Portuguese)
 *
 * ```tsx
 * import { AuthProvider, SignIn } from "latchkey/react"
 * import { pt } from "latchkey/react/texts/pt"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…" texts={pt}>
 *     <SignIn />
 *   </AuthProvider>
 * )
 * ```
 */
export const pt: Texts = { ...common, ...pages, ...settings, ...teams, errors, reasons }
