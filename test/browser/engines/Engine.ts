/** A browser engine, as the flows use it: by roles, names and texts. */

export type Role = "button" | "dialog" | "heading" | "link" | "menu" | "menuitem" | "menuitemradio" | "textbox"

export type Key = "ArrowDown" | "Enter" | "Escape" | "Tab"

/** A tab of a browser. Each function waits for its element. */
export interface EngineTab {
  readonly goto: (url: string) => Promise<void>
  readonly url: () => Promise<string>
  /** Clicks the element with a role and an accessible name. */
  readonly click: (role: Role, name: string) => Promise<void>
  /** Waits for an element with a role and an accessible name. */
  readonly finds: (role: Role, name: string) => Promise<void>
  /** Fills in the field with an accessible name. */
  readonly fill: (label: string, text: string) => Promise<void>
  readonly press: (key: Key) => Promise<void>
  /** Calls a function in the page, which gets its arguments as JSON. */
  readonly evaluate: <A, Args extends ReadonlyArray<unknown>>(
    f: (...args: Args) => A | Promise<A>,
    ...args: Args
  ) => Promise<A>
}

/** A browser profile: its tabs share cookies. */
export interface EngineProfile {
  readonly open: (url: string) => Promise<EngineTab>
  /** Adds a virtual authenticator to a tab. `undefined` in an engine without WebAuthn. */
  readonly addAuthenticator: ((tab: EngineTab) => Promise<void>) | undefined
  readonly close: () => Promise<void>
}

export interface Engine {
  readonly newProfile: () => Promise<EngineProfile>
  readonly close: () => Promise<void>
}
