/** The hosts and origins that may use the emulator's control API and pages. */
import * as Context from "effect/Context"
import type { ControlPages } from "./ControlTarget.ts"

/** The hosts and origins that may use the control API, in addition to this computer's own. */
export type AccessOptions = {
  /**
   * Further origins whose pages may use the control API, such as `https://preview.example.com`. Pages on `localhost`
   * always may.
   */
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
  /** Further emulator names in the `Host` header, such as `emulator` in a container network. */
  readonly allowedHosts?: ReadonlyArray<string> | undefined
}

/** The access to the control API. */
export interface Access extends AccessOptions {
  /**
   * `true` if the `Host` header may be any IP address, because the server listens on all addresses. A foreign page needs a
   * name, which it lets resolve to the server's address.
   */
  readonly allowsAddresses?: boolean | undefined
  /**
   * `true` if requests by https may have any `Host`, as those behind msw: the server's certificate vouches for its
   * name.
   */
  readonly allowsHttps?: boolean | undefined
  /** The pages for people. Without them, the emulator answers only programs. */
  readonly pages?: ControlPages | undefined
}

/** The access to the control API in the current context. */
export const ControlAccess: Context.Reference<Access> = /*#__PURE__*/ Context.Reference(
  "latchkey/emulator/ControlAccess",
  { defaultValue: () => ({}) }
)
