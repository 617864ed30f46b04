"use client"
/** The Simplified Chinese texts for the components. */
import type { Texts } from "../../texts/texts.ts"
import * as common from "../../texts/zh-CN/common.ts"
import { errors, reasons } from "../../texts/zh-CN/errors.ts"
import * as pages from "../../texts/zh-CN/pages.ts"
import * as settings from "../../texts/zh-CN/settings.ts"
import * as teams from "../../texts/zh-CN/teams.ts"

/**
 * The Simplified Chinese texts. They address the user as "您", and have spaces around Latin words.
 *
 * **Example** (An app in Simplified Chinese)
 *
 * ```tsx
 * import { AuthProvider, SignIn } from "latchkey/react"
 * import { zhCN } from "latchkey/react/texts/zh-CN"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…" texts={zhCN}>
 *     <SignIn />
 *   </AuthProvider>
 * )
 * ```
 */
export const zhCN: Texts = { ...common, ...pages, ...settings, ...teams, errors, reasons }
