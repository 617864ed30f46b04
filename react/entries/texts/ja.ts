"use client"
/** The Japanese texts for the components. */
import * as common from "../../texts/ja/common.ts"
import { errors, reasons } from "../../texts/ja/errors.ts"
import * as pages from "../../texts/ja/pages.ts"
import * as settings from "../../texts/ja/settings.ts"
import * as teams from "../../texts/ja/teams.ts"
import type { Texts } from "../../texts/texts.ts"

/**
 * The Japanese texts. They are in the polite form.
 *
 * **Example** (An app in Japanese)
 *
 * ```tsx
 * import { AuthProvider, SignIn } from "latchkey/react"
 * import { ja } from "latchkey/react/texts/ja"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…" texts={ja}>
 *     <SignIn />
 *   </AuthProvider>
 * )
 * ```
 */
export const ja: Texts = { ...common, ...pages, ...settings, ...teams, errors, reasons }
