import type { ReactElement } from "react"

/**
 * The appearance for the sign-in and sign-up cards. Pass it to `AuthProvider` for all components, or to one component, whose
 * values win.
 *
 * **Example** (A logo, links to the terms, and the email first)
 *
 * ```tsx
 * import { SignIn } from "latchkey/react"
 *
 * export const Login = () => (
 *   <SignIn
 *     appearance={{
 *       logo: { light: "/logo.svg", dark: "/logo-dark.svg" },
 *       termsUrl: "/terms",
 *       privacyUrl: "/privacy",
 *       layout: "identifier-first",
 *       providers: { position: "bottom" }
 *     }}
 *   />
 * )
 * ```
 */
export interface Appearance {
  /**
   * The logo above the title: an image's URL, one URL for each color theme, or the app's element. No logo by default. The
   * service does not tell clients the project's logo.
   */
  readonly logo?: string | { readonly light: string; readonly dark: string } | ReactElement | undefined
  /** The URL for the terms, which the sign-in and sign-up cards link to. No link by default. */
  readonly termsUrl?: string | undefined
  /** The URL for the privacy policy, which the sign-in and sign-up cards link to. No link by default. */
  readonly privacyUrl?: string | undefined
  /**
   * `all-at-once`, the default, shows all methods on one screen. `identifier-first` asks for the email first, and then shows the
   * methods for it.
   */
  readonly layout?: "all-at-once" | "identifier-first" | undefined
  readonly providers?: {
    /** Above the form, by default, or below it. */
    readonly position?: "top" | "bottom" | undefined
    /** `auto`, the default, shows icons only from four providers on. `label` and `icon` apply to any number. */
    readonly style?: "auto" | "label" | "icon" | undefined
  } | undefined
}
