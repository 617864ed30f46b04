/** The functions for the statements that run an example. */
import type { Effect, Scope } from "effect"
import type { Client, Cookies, Navigation, Page, TokenStore } from "latchkey"
import type { Admin } from "latchkey/admin"
import type { Emulator, Faults } from "latchkey/emulator"
import type { TestEmulator } from "latchkey/emulator/testing"
import type { Server } from "latchkey/server"
import type { ReactElement } from "react"

/** The services that an effect of an example can require. */
export type Services =
  | Client.Client
  | Server.Server
  | Admin.Admin
  | Navigation.Navigation
  | Page.Page
  | Cookies.Cookies
  | TokenStore.TokenStore
  | Emulator.Emulator
  | Scope.Scope

export interface Run {
  /** Prints values, as `console.log` does. */
  readonly print: (...values: ReadonlyArray<unknown>) => void
  /** Runs an effect with a client of each level. Returns its value, and prints its error. */
  readonly effect: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A | undefined>
  /** Renders an element within a provider, unless it has its own. Resolves after the first render. */
  readonly show: (element: ReactElement) => Promise<void>
  /** Waits until the rendered text contains another one. */
  readonly see: (text: string) => Promise<void>
  /** Clicks the button or link with a name. */
  readonly click: (name: string) => Promise<void>
  /** Types into the field with a label. */
  readonly type: (label: string, text: string) => Promise<void>
  /** Opens a URL, such as the link of an email, without leaving the page. */
  readonly open: (url: string | undefined) => void
  /** Defines functions that the block declares, such as `show`. */
  readonly define: (names: Readonly<Record<string, unknown>>) => void
  /** Creates a request with the access token of the initial user. */
  readonly request: (url: string, init?: RequestInit) => Promise<Request>
  /** Returns the current code of an authenticator app, for the setup key. */
  readonly totp: (setupKey: string) => string
  /** Takes the page offline. */
  readonly offline: () => Promise<void>
  /** Waits until all requests have their response. */
  readonly settle: () => Promise<void>
  readonly emulator: TestEmulator
  readonly Faults: typeof Faults
}
