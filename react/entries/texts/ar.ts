"use client"
/** The Arabic texts for the components. */
import * as common from "../../texts/ar/common.ts"
import { errors, reasons } from "../../texts/ar/errors.ts"
import * as pages from "../../texts/ar/pages.ts"
import * as settings from "../../texts/ar/settings.ts"
import * as teams from "../../texts/ar/teams.ts"
import type { Texts } from "../../texts/texts.ts"

/**
 * The Arabic texts. They are in Modern Standard Arabic with Latin digits, and set the direction right-to-left.
 *
 * **Example** (An app in Arabic)
 *
 * ```tsx
 * import { AuthProvider, SignIn } from "latchkey/react"
 * import { ar } from "latchkey/react/texts/ar"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…" texts={ar}>
 *     <SignIn />
 *   </AuthProvider>
 * )
 * ```
 */
export const ar: Texts = { ...common, ...pages, ...settings, ...teams, errors, reasons }
