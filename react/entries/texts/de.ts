"use client"
/** The German texts for the components. */
import * as common from "../../texts/de/common.ts"
import { errors, reasons } from "../../texts/de/errors.ts"
import * as pages from "../../texts/de/pages.ts"
import * as settings from "../../texts/de/settings.ts"
import * as teams from "../../texts/de/teams.ts"
import type { Texts } from "../../texts/texts.ts"

/**
 * The German texts. They avoid addressing the user where possible, and use "du" otherwise.
 *
 * **Example** (An app in German)
 *
 * ```tsx
 * import { AuthProvider, SignIn } from "latchkey/react"
 * import { de } from "latchkey/react/texts/de"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…" texts={de}>
 *     <SignIn />
 *   </AuthProvider>
 * )
 * ```
 */
export const de: Texts = { ...common, ...pages, ...settings, ...teams, errors, reasons }
