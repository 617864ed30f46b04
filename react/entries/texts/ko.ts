"use client"
/** The Korean texts for the components. */
import * as common from "../../texts/ko/common.ts"
import { errors, reasons } from "../../texts/ko/errors.ts"
import * as pages from "../../texts/ko/pages.ts"
import * as settings from "../../texts/ko/settings.ts"
import * as teams from "../../texts/ko/teams.ts"
import type { Texts } from "../../texts/texts.ts"

/**
 * The Korean texts. They are in the polite form.
 *
 * **Example** (An app in Korean)
 *
 * ```tsx
 * import { AuthProvider, SignIn } from "latchkey/react"
 * import { ko } from "latchkey/react/texts/ko"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…" texts={ko}>
 *     <SignIn />
 *   </AuthProvider>
 * )
 * ```
 */
export const ko: Texts = { ...common, ...pages, ...settings, ...teams, errors, reasons }
