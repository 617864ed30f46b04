"use client"
/** The Brazilian Portuguese texts for the components. */
import * as common from "../../texts/pt-BR/common.ts"
import { errors, reasons } from "../../texts/pt-BR/errors.ts"
import * as pages from "../../texts/pt-BR/pages.ts"
import * as settings from "../../texts/pt-BR/settings.ts"
import * as teams from "../../texts/pt-BR/teams.ts"
import type { Texts } from "../../texts/texts.ts"

/**
 * The texts in Brazilian Portuguese. They address the user as "você".
 *
 * **Example** (An app in Brazilian Portuguese)
 *
 * ```tsx
 * import { AuthProvider, SignIn } from "latchkey/react"
 * import { ptBR } from "latchkey/react/texts/pt-BR"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" publishableClientKey="pck_…" texts={ptBR}>
 *     <SignIn />
 *   </AuthProvider>
 * )
 * ```
 */
export const ptBR: Texts = { ...common, ...pages, ...settings, ...teams, errors, reasons }
