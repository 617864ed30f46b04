"use client"
/** The Spanish texts for the components. */
import * as common from "../../texts/es/common.ts"
import { errors, reasons } from "../../texts/es/errors.ts"
import * as pages from "../../texts/es/pages.ts"
import * as settings from "../../texts/es/settings.ts"
import * as teams from "../../texts/es/teams.ts"
import type { Texts } from "../../texts/texts.ts"

/**
 * The Spanish texts. They are in neutral Latin American Spanish, and address the user as "tú".
 *
 * **Example** (An app in Spanish)
 *
 * ```tsx
 * import { AuthProvider, SignIn } from "latchkey/react"
 * import { es } from "latchkey/react/texts/es"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…" texts={es}>
 *     <SignIn />
 *   </AuthProvider>
 * )
 * ```
 */
export const es: Texts = { ...common, ...pages, ...settings, ...teams, errors, reasons }
